import { addDays, dayLabel, daysBetween, instantAtWallClock, isoWeekday } from '../time.ts';

/** Rules of sessions: allowed times, series and collisions. */
export const SESSION_STATUSES = ['scheduled', 'completed', 'no_show'] as const;
export const SESSION_COLORS = ['pine', 'ember', 'blue', 'violet', 'amber', 'gray'] as const;
export const APPLY_TO = ['this', 'following', 'all'] as const;
export type ApplyTo = (typeof APPLY_TO)[number];

/** Whether a text is the link of an online meeting: a web address with https, without a user name. */
export function isMeetingLink(link: string): boolean {
  if (!/^https:\/\/[^\s\\]+$/i.test(link) || !URL.canParse(link)) return false;
  const { username, password } = new URL(link);
  return username === '' && password === '';
}

const MIN_SESSION_MINUTES = 5;
export const MAX_SESSION_MINUTES = 1440;
export const MAX_BUFFER_MINUTES = 240;
/** Longest range of one calendar request: a month's page with its margins. */
export const MAX_WINDOW_DAYS = 62;
/** How long the mail of a canceled session waits, which is longer than the screen offers to undo it. */
export const CANCEL_HOLD_SECONDS = 20;
/** How far ahead the sessions of a series are created; a job adds the next ones. */
export const SERIES_HORIZON_DAYS = 26 * 7;
/** Bound on the occurrences of one call. */
export const MAX_OCCURRENCES = 400;
const PAST_DAYS = 2 * 366;
const FUTURE_DAYS = 3 * 366;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Repeats on weekdays every `interval` weeks, or on the start's day of the month every `interval` months. */
export type SeriesRule = {
  frequency: 'weekly' | 'monthly';
  interval: number;
  /** 1 for Monday to 7 for Sunday; ignored for monthly series. */
  weekdays: number[];
  startDay: string;
  startMinute: number;
  timeZone: string;
  untilDay: string | null;
  /** Total number of occurrences, exceptions included. */
  count: number | null;
  /** Days removed from the series. */
  exceptions: string[];
};

export type Occurrence = { day: string; start: Date };

function* weeklyDays({ startDay, interval, weekdays }: SeriesRule): Generator<string> {
  const ordered = [...new Set(weekdays)].sort((a, b) => a - b);
  if (ordered.length === 0) return;
  for (let monday = addDays(startDay, 1 - isoWeekday(startDay)); ; monday = addDays(monday, 7 * interval)) {
    for (const weekday of ordered) {
      const day = addDays(monday, weekday - 1);
      if (day >= startDay) yield day;
    }
  }
}

/** Months without that day have no occurrence, as in other calendars. */
function* monthlyDays({ startDay, interval }: SeriesRule): Generator<string> {
  const [year = 0, month = 1, date = 1] = startDay.split('-').map(Number);
  for (let ahead = 0; ; ahead += interval) {
    const day = new Date(Date.UTC(year, month - 1 + ahead, date));
    yield day.getUTCDate() === date ? day.toISOString().slice(0, 10) : '';
  }
}

/**
 * Occurrences from day `from` to day `to`, at most MAX_OCCURRENCES. They keep their local time when clocks change: a
 * skipped time moves forward by the gap, and a repeated time means its first occurrence.
 */
export function occurrencesBetween(rule: SeriesRule, from: string, to: string): Occurrence[] {
  const end = rule.untilDay !== null && rule.untilDay < to ? rule.untilDay : to;
  const found: Occurrence[] = [];
  let number = 0;
  for (const day of rule.frequency === 'weekly' ? weeklyDays(rule) : monthlyDays(rule)) {
    if (day === '') continue;
    number += 1;
    if (day > end || (rule.count !== null && number > rule.count) || found.length >= MAX_OCCURRENCES) break;
    if (day < from || rule.exceptions.includes(day)) continue;
    found.push({ day, start: instantAtWallClock(day, rule.startMinute, rule.timeZone) });
  }
  return found;
}

/** Number of occurrences before `day`, exceptions included. */
export const countBefore = (rule: SeriesRule, day: string): number =>
  occurrencesBetween({ ...rule, exceptions: [] }, rule.startDay, addDays(day, -1)).length;

/** Rule for the rest of a series from `day` on, moved to another day and time. */
export function moveRule(
  rule: SeriesRule,
  day: string,
  moved: { day: string; minute: number; timeZone: string },
): SeriesRule {
  const shift = daysBetween(day, moved.day);
  const weekday = (one: number) => ((((one - 1 + shift) % 7) + 7) % 7) + 1;
  return {
    ...rule,
    startDay: moved.day,
    startMinute: moved.minute,
    timeZone: moved.timeZone,
    weekdays: rule.weekdays.map(weekday),
    untilDay: rule.untilDay && addDays(rule.untilDay, shift),
    count: rule.count === null ? null : rule.count - countBefore(rule, day),
    exceptions: rule.exceptions.filter((exception) => exception >= day).map((exception) => addDays(exception, shift)),
  };
}

type TimedSession = { start: Date; minutes: number; bufferBefore: number; bufferAfter: number };

/** Whether two sessions overlap or violate each other's buffers. */
export function sessionsCollide(one: TimedSession, other: TimedSession): boolean {
  const [first, second] = one.start <= other.start ? [one, other] : [other, one];
  const free = Math.max(first.bufferAfter, second.bufferBefore);
  return first.start.getTime() + (first.minutes + free) * MINUTE_MS > second.start.getTime();
}

/** Why a session is not allowed at this time; undefined when it is allowed. */
export function timeProblem(start: Date, minutes: number, now: Date): string | undefined {
  if (minutes <= 0) return 'The session ends before it starts.';
  if (minutes < MIN_SESSION_MINUTES) return `A session takes at least ${MIN_SESSION_MINUTES} minutes.`;
  if (minutes > MAX_SESSION_MINUTES) return 'A session takes at most 24 hours.';
  if (start.getTime() < now.getTime() - PAST_DAYS * DAY_MS) return 'That is more than two years ago.';
  if (start.getTime() > now.getTime() + FUTURE_DAYS * DAY_MS) return 'That is more than three years ahead.';
  return undefined;
}

const WEEKDAY_NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
export const weekdayName = (weekday: number): string => WEEKDAY_NAMES[weekday - 1] ?? '';

/** Text such as `Every week on Monday and Thursday, 10 times`. */
export function ruleLabel({ frequency, interval, weekdays, startDay, untilDay, count }: SeriesRule): string {
  const unit = frequency === 'weekly' ? 'week' : 'month';
  const every = interval === 1 ? `Every ${unit}` : `Every ${interval} ${unit}s`;
  const names = [...new Set(weekdays)].sort((a, b) => a - b).map(weekdayName);
  const days = names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names[0];
  const on = frequency === 'weekly' ? days : `day ${Number(startDay.slice(8))}`;
  // A series that ended early has both an end day and a count.
  const end = untilDay ? `, until ${dayLabel(untilDay, startDay)}` : count !== null ? `, ${count} times` : '';
  return `${every} on ${on}${end}`;
}
