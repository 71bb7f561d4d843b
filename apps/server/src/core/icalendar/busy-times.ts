import { addDays, instantAtWallClock, isTimeZone, wallClockInZone } from '@stridewell/contract/time';
import ICAL from 'ical.js';
import { type OwnEvents, sessionOfUid } from './own-events.ts';

/** Part of time that an event of another calendar takes, in milliseconds since 1970. */
export type BusyTime = { start: number; end: number; allDay: boolean };

/** Which times are read. Times without a zone, and whole days, are in `timeZone`. Events in `own` are left out. */
export type BusyWindow = { from: number; to: number; timeZone: string; own?: OwnEvents };

/** Why a text gave no times. */
export type BusyProblem = 'unreadable' | 'too_complex';

export class BusyTimesError extends Error {
  override readonly name = 'BusyTimesError';
  readonly problem: BusyProblem;
  constructor(problem: BusyProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** A meeting every five minutes for a year needs fewer. */
const MOST_OCCURRENCES = 100_000;
/** More separate times than any year has working hours. */
const MOST_TIMES = 5000;
const DAY_SECONDS = 86_400;

type Zoned = { time: ICAL.Time; tzid: string | undefined };

/**
 * Times within the window that the events of an iCalendar text block, sorted and joined where they overlap. Events that
 * are canceled or shown as free do not block. Titles and people are not read.
 *
 * A hostile text can keep this busy for ever, so only the worker runs it, which is ended after a while.
 * @throws BusyTimesError
 */
export function busyTimesOf(text: string, window: BusyWindow): BusyTime[] {
  const found: BusyTime[] = [];
  for (const calendar of calendarsIn(text)) {
    const events = Map.groupBy(calendar.getAllSubcomponents('vevent'), uidOf);
    for (const [uid, ofUid] of events) {
      // The coach's sessions block bookings anyway, at the times that they have here.
      if (window.own && sessionOfUid(window.own, uid) !== null) continue;
      for (const time of timesOfEvent(ofUid, window)) {
        const { start, end } = time;
        if (end <= start || end <= window.from || start >= window.to) continue;
        found.push({ ...time, start: Math.max(start, window.from), end: Math.min(end, window.to) });
        if (found.length > MOST_OCCURRENCES) throw new BusyTimesError('too_complex');
      }
    }
  }
  const joined = joinTimes(found);
  if (joined.length > MOST_TIMES) throw new BusyTimesError('too_complex');
  return joined;
}

/**
 * The time of a text's only event; none for an event that repeats or lasts whole days. It counts also where it is shown
 * as free.
 * @throws BusyTimesError
 */
export function timesOfSingle(text: string, window: BusyWindow): BusyTime[] {
  const events = calendarsIn(text).flatMap((calendar) => calendar.getAllSubcomponents('vevent'));
  const [event] = events;
  if (!event || events.length > 1 || event.hasProperty('rrule') || event.hasProperty('rdate')) return [];
  const [start, end] = [zonedIn(event, 'dtstart'), zonedIn(event, 'dtend')];
  if (!start || start.time.isDate) return [];
  const from = instantOf(start, window);
  const until = end ? instantOf(end, window) : endAfter(start, from, lengthOf(event, false), window);
  return [{ start: from, end: until, allDay: false }];
}

function calendarsIn(text: string): ICAL.Component[] {
  const parsed = parse(text);
  const roots = (typeof parsed[0] === 'string' ? [parsed] : parsed).map((root) => new ICAL.Component(root as string[]));
  if (roots.length === 0 || roots.some(({ name }) => name !== 'vcalendar')) throw new BusyTimesError('unreadable');
  return roots;
}

function parse(text: string): readonly unknown[] {
  try {
    return ICAL.parse(text);
  } catch {
    throw new BusyTimesError('unreadable');
  }
}

const uidOf = (event: ICAL.Component): string => String(event.getFirstPropertyValue('uid') ?? '');

const wordOf = (event: ICAL.Component, property: string): string =>
  String(event.getFirstPropertyValue(property) ?? '').toUpperCase();

/** Outlook marks free events with a property instead of TRANSP. */
const isBlocking = (event: ICAL.Component): boolean =>
  wordOf(event, 'transp') !== 'TRANSPARENT' &&
  wordOf(event, 'status') !== 'CANCELLED' &&
  wordOf(event, 'x-microsoft-cdo-busystatus') !== 'FREE';

/** All events of one UID: an event or series, and the changed occurrences of the series. */
function* timesOfEvent(components: readonly ICAL.Component[], window: BusyWindow): Generator<BusyTime> {
  const changed = components.filter((component) => component.hasProperty('recurrence-id'));
  const replaced = new Set(changed.flatMap((component) => timesIn(component, 'recurrence-id', window)));
  for (const component of changed) yield* timeOfSingle(component, window);
  for (const component of components) {
    if (component.hasProperty('recurrence-id')) continue;
    const repeats = component.hasProperty('rrule') || component.hasProperty('rdate');
    if (repeats) yield* timesOfSeries(component, changed, replaced, window);
    else yield* timeOfSingle(component, window);
  }
}

/** The time of an event that does not repeat. An event without a start takes no time. */
function* timeOfSingle(component: ICAL.Component, window: BusyWindow): Generator<BusyTime> {
  const start = zonedIn(component, 'dtstart');
  if (!start || !isBlocking(component)) return;
  const from = instantOf(start, window);
  const end = zonedIn(component, 'dtend');
  const allDay = start.time.isDate;
  if (end) yield { start: from, end: instantOf(end, window), allDay };
  else yield { start: from, end: endAfter(start, from, lengthOf(component, allDay), window), allDay };
}

function* timesOfSeries(
  component: ICAL.Component,
  changed: readonly ICAL.Component[],
  replaced: ReadonlySet<number>,
  window: BusyWindow,
): Generator<BusyTime> {
  const start = zonedIn(component, 'dtstart');
  if (!start) return;
  moveEndToZone(component, start, window);
  const removed = new Set(timesIn(component, 'exdate', window));
  const first = instantOf(start, window);
  // Without a rule, the library leaves out the first of single days.
  if (!component.hasProperty('rrule') && !removed.has(first) && !replaced.has(first)) {
    yield* timeOfSingle(component, window);
  }
  // Changes of single occurrences were read above. The library applies those of "this and all following".
  const following = changed.filter((one) => one.getFirstProperty('recurrence-id')?.getParameter('range'));
  const series = new ICAL.Event(component, { exceptions: following });
  const occurrences = series.iterator();
  for (let count = 0; ; count += 1) {
    if (count > MOST_OCCURRENCES) throw new BusyTimesError('too_complex');
    const next = occurrences.next();
    if (!next) return;
    const at = instantOf({ time: next, tzid: start.tzid }, window);
    if (at >= window.to) return;
    if (removed.has(at) || replaced.has(at)) continue;
    const { item, startDate, endDate } = series.getOccurrenceDetails(next);
    if (!isBlocking(item.component)) continue;
    const from = instantOf({ time: startDate, tzid: start.tzid }, window);
    const seconds = endDate.subtractDate(startDate).toSeconds();
    yield { start: from, end: endAfter({ ...start, time: startDate }, from, seconds, window), allDay: next.isDate };
  }
}

/** Whole days keep their number when the clocks change, and other events their length. */
function endAfter({ time }: Zoned, start: number, seconds: number, { timeZone }: BusyWindow): number {
  if (!time.isDate) return start + seconds * 1000;
  return instantAtWallClock(addDays(dayOf(time), Math.round(seconds / DAY_SECONDS)), 0, timeZone).getTime();
}

/** A day without an end or duration is one day long, and a time without one takes no time. */
function lengthOf(component: ICAL.Component, allDay: boolean): number {
  const duration = component.getFirstPropertyValue('duration');
  if (duration instanceof ICAL.Duration) return duration.toSeconds();
  return allDay ? DAY_SECONDS : 0;
}

function zonedIn(component: ICAL.Component, name: string): Zoned | undefined {
  const property = component.getFirstProperty(name);
  const time = property?.getFirstValue();
  return property && time instanceof ICAL.Time ? { time, tzid: tzidOf(property) } : undefined;
}

const tzidOf = (property: ICAL.Property): string | undefined => {
  const tzid = property.getParameter('tzid');
  return typeof tzid === 'string' ? tzid : undefined;
};

/** Instants of all values of a property that may stand several times, such as EXDATE. */
const timesIn = (component: ICAL.Component, name: string, window: BusyWindow): number[] =>
  component
    .getAllProperties(name)
    .flatMap((property) =>
      property
        .getValues()
        .flatMap((time: unknown) =>
          time instanceof ICAL.Time ? [instantOf({ time, tzid: tzidOf(property) }, window)] : [],
        ),
    );

const twoDigits = (value: number): string => String(value).padStart(2, '0');
const dayOf = ({ year, month, day }: ICAL.Time): string =>
  `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`;

/**
 * Well-known zones by their name, because the zones that calendars describe are often cut off. Other zones as the text
 * describes them.
 */
function instantOf({ time, tzid }: Zoned, { timeZone }: BusyWindow): number {
  const isDescribed = !time.isDate && time.zone && time.zone !== ICAL.Timezone.localTimezone;
  const isNamed = tzid !== undefined && isTimeZone(tzid);
  if (isDescribed && !isNamed) return time.toUnixTime() * 1000;
  if (time.zone === ICAL.Timezone.utcTimezone) return time.toUnixTime() * 1000;
  const minute = time.isDate ? 0 : time.hour * 60 + time.minute;
  const zone = isNamed && !time.isDate ? tzid : timeZone;
  return instantAtWallClock(dayOf(time), minute, zone).getTime() + (time.isDate ? 0 : time.second * 1000);
}

/** The library compares the end of a series with local times where the text does not describe the zone. */
function moveEndToZone(component: ICAL.Component, start: Zoned, { timeZone }: BusyWindow): void {
  if (start.time.isDate || start.time.zone !== ICAL.Timezone.localTimezone) return;
  const zone = start.tzid !== undefined && isTimeZone(start.tzid) ? start.tzid : timeZone;
  for (const property of component.getAllProperties('rrule')) {
    const rule = property.getFirstValue();
    if (!(rule instanceof ICAL.Recur) || rule.until?.zone !== ICAL.Timezone.utcTimezone) continue;
    const until = rule.until.toUnixTime();
    const { day: date, minute } = wallClockInZone(new Date(until * 1000), zone);
    const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
    const [hour, second] = [Math.floor(minute / 60), until % 60];
    rule.until = ICAL.Time.fromData({ year, month, day, hour, minute: minute % 60, second, isDate: false });
  }
}

/** Sorts times and joins those that overlap or touch. Whole days stay apart from hours. */
export function joinTimes(times: readonly BusyTime[]): BusyTime[] {
  const joined: BusyTime[] = [];
  for (const ofKind of [times.filter(({ allDay }) => allDay), times.filter(({ allDay }) => !allDay)]) {
    let last: BusyTime | undefined;
    for (const time of ofKind.sort((a, b) => a.start - b.start)) {
      if (last && time.start <= last.end) last.end = Math.max(last.end, time.end);
      else {
        last = { ...time };
        joined.push(last);
      }
    }
  }
  return joined.sort((a, b) => a.start - b.start);
}
