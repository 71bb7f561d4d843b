import type { CalendarBusy, CalendarSession, RepeatInput, SessionType } from '@stridewell/contract/calendar/calendar';
import {
  type Availability,
  busyParts,
  type SessionLength,
  SUGGESTED_DAYS,
  suggestedStart,
} from '@stridewell/contract/calendar/calendar.bookings.rules';
import { isMeetingLink } from '@stridewell/contract/calendar/calendar.rules';
import {
  addDays,
  daysBetween,
  instantAtWallClock,
  isoWeekday,
  startOfDay,
  wallClockInZone,
} from '@stridewell/contract/time';
import { isCancelled } from './calendar.wording.ts';
import type { SessionStart } from './calendar-board.tsx';

/** The values of the session form. Times are wall clock times of the coach's zone. */
export type SessionForm = {
  /** A client's id, or `name:` and the name of a person who is not a client. */
  who: string;
  /** A type's id, or empty for something else. */
  typeId: string;
  sessionType: string;
  day: string;
  time: string;
  minutes: number | string;
  location: string;
  meetingUrl: string;
  notes: string;
  frequency: 'none' | 'weekly' | 'monthly';
  interval: number | string;
  weekdays: number[];
  ends: 'never' | 'day' | 'count';
  untilDay: string;
  count: number | string;
};

const NAMED = 'name:';
export const asName = (name: string): string => `${NAMED}${name}`;
export const nameIn = (who: string): string | null => (who.startsWith(NAMED) ? who.slice(NAMED.length) : null);

const twoDigits = (value: number): string => String(value).padStart(2, '0');
const DEFAULT_MINUTES = 60;
const DEFAULT_NAME = 'Session';
const NINE = 540;
const WHOLE_ADDRESS = 'Enter the whole address, starting with https://';

/** The sessions that decide which time is free from `day` on. Starts a day early, for those that pass midnight. */
export const suggestionWindow = (day: string, timeZone: string): { from: string; to: string } => ({
  from: startOfDay(addDays(day, -1), timeZone).toISOString(),
  to: startOfDay(addDays(day, SUGGESTED_DAYS), timeZone).toISOString(),
});

/** The start of a new session of this length. Nine o'clock where the calendar is not known, or has no room. */
export function suggestStart(
  page: { sessions: readonly CalendarSession[]; busy: readonly CalendarBusy[]; availability: Availability } | undefined,
  { day, timeZone, length }: { day: string; timeZone: string; length: SessionLength },
): string {
  const taken = (page?.sessions ?? [])
    .filter((session) => !isCancelled(session))
    .map((session) => ({ ...session, start: new Date(session.sessionDate) }));
  const busy = [...taken, ...(page?.busy ?? []).flatMap(busyParts)];
  const free = page && suggestedStart(page.availability, { timeZone, length, busy, from: day, now: new Date() });
  return (free ?? instantAtWallClock(day, NINE, timeZone)).toISOString();
}

/** Length and buffers of a session type, or of a session without one. */
export const lengthOf = (type: SessionType | undefined): SessionLength =>
  type ?? { minutes: DEFAULT_MINUTES, bufferBefore: 0, bufferAfter: 0 };

/** Day and time of an instant, as the form has them. */
export function clockOf(startsAt: string, timeZone: string): Pick<SessionForm, 'day' | 'time'> {
  const { day, minute } = wallClockInZone(new Date(startsAt), timeZone);
  return { day, time: `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}` };
}

/** The weekdays of a new series whose start moves to another day. Those that the coach has chosen stay. */
export const weekdaysFor = (day: string, { day: before, weekdays }: Pick<SessionForm, 'day' | 'weekdays'>): number[] =>
  weekdays.length === 1 && weekdays[0] === isoWeekday(before) && day ? [isoWeekday(day)] : weekdays;

export function formOf(
  session: CalendarSession | null,
  { startsAt, minutes }: SessionStart,
  { types, timeZone, repeat }: { types: readonly SessionType[]; timeZone: string; repeat: RepeatInput | null },
): SessionForm {
  const at = clockOf(startsAt, timeZone);
  const [first] = types;
  return {
    who: session ? (session.clientId ?? asName(session.clientName)) : '',
    typeId: session ? (types.find(({ id }) => id === session.sessionTypeId)?.id ?? '') : (first?.id ?? ''),
    sessionType: session?.sessionType ?? first?.name ?? DEFAULT_NAME,
    ...at,
    minutes: minutes ?? first?.minutes ?? DEFAULT_MINUTES,
    location: session ? (session.location ?? '') : (first?.location ?? ''),
    meetingUrl: session ? (session.ownMeetingUrl ?? '') : (first?.meetingUrl ?? ''),
    notes: session?.notes ?? '',
    frequency: repeat?.frequency ?? 'none',
    interval: repeat?.interval ?? 1,
    weekdays: repeat?.weekdays ?? [isoWeekday(at.day)],
    ends: repeat?.untilDay ? 'day' : repeat?.count ? 'count' : 'never',
    untilDay: repeat?.untilDay ?? '',
    count: repeat?.count ?? 10,
  };
}

const TIME = /^(\d{2}):(\d{2})$/;

/** When the session starts. Null without day or time. A time that the clocks skip moves forward. */
export function startOf({ day, time }: Pick<SessionForm, 'day' | 'time'>, timeZone: string): string | null {
  const [, hours, minutes] = TIME.exec(time) ?? [];
  if (!day || hours === undefined || Number.isNaN(Date.parse(day))) return null;
  return instantAtWallClock(day, Number(hours) * 60 + Number(minutes), timeZone).toISOString();
}

export function repeatOf(form: SessionForm): RepeatInput | null {
  if (form.frequency === 'none') return null;
  return {
    frequency: form.frequency,
    interval: Number(form.interval),
    weekdays: form.weekdays,
    untilDay: form.ends === 'day' ? form.untilDay : null,
    count: form.ends === 'count' ? Number(form.count) : null,
  };
}

/**
 * The new repetition of a series, undefined when it is unchanged. A session that moves to another day moves the weekdays
 * of its series along, unless the coach has chosen other weekdays.
 */
export function changedRepeat(form: SessionForm, before: SessionForm): RepeatInput | undefined {
  const [wanted, known] = [repeatOf(form), repeatOf(before)];
  if (!wanted || !known || JSON.stringify(wanted) === JSON.stringify(known)) return undefined;
  const shift = daysBetween(before.day, form.day);
  const isChosen = [...form.weekdays].sort().join() !== [...before.weekdays].sort().join();
  const weekdays = isChosen ? wanted.weekdays : wanted.weekdays.map((one) => ((((one - 1 + shift) % 7) + 7) % 7) + 1);
  return { ...wanted, weekdays };
}

const isWhole = (value: number | string, min: number, max: number): boolean =>
  value !== '' && Number.isInteger(Number(value)) && Number(value) >= min && Number(value) <= max;

/** The problems by field. Empty when the form can be sent. */
export function problemsOf(form: SessionForm, timeZone: string): Partial<Record<keyof SessionForm, string>> {
  const repeats = form.frequency !== 'none';
  return {
    ...(form.who === '' && { who: 'Choose who it is with' }),
    ...(form.sessionType.trim() === '' && { sessionType: 'Enter a title' }),
    ...(!startOf(form, timeZone) && { day: 'Choose a date and a time' }),
    ...(form.meetingUrl.trim() && !isMeetingLink(form.meetingUrl.trim()) && { meetingUrl: WHOLE_ADDRESS }),
    ...(!isWhole(form.minutes, 5, 1440) && { minutes: 'From 5 minutes to 24 hours' }),
    ...(repeats && !isWhole(form.interval, 1, 12) && { interval: 'From 1 to 12' }),
    ...(form.frequency === 'weekly' && form.weekdays.length === 0 && { weekdays: 'Choose a day' }),
    ...(repeats && form.ends === 'day' && form.untilDay < form.day && { untilDay: 'Choose a date after the first' }),
    ...(repeats && form.ends === 'count' && !isWhole(form.count, 1, 200) && { count: 'From 1 to 200' }),
  };
}
