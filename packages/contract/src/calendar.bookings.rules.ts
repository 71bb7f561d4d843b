import { sessionsCollide } from './calendar.rules.ts';
import { type MinuteRange, slotsOfDay } from './calendar.slots.rules.ts';
import { addDays, dayInZone, isoWeekday } from './time.ts';

/** When a coach can be booked. Minutes are those of the coach's clocks. */
export type Availability = {
  /** Hours of each week; a weekday may have several. */
  hours: (MinuteRange & { weekday: number })[];
  /** Days that are different: other hours, or none at all. The first that names a day counts. */
  overrides: { from: string; to: string; ranges: MinuteRange[] }[];
  /** A booking is made, moved and cancelled at least this long before it begins. */
  noticeMinutes: number;
  horizonDays: number;
  stepMinutes: number;
};

/** Nobody can book until the coach has given hours. */
export const NO_AVAILABILITY: Availability = {
  hours: [],
  overrides: [],
  noticeMinutes: 720,
  horizonDays: 28,
  stepMinutes: 30,
};
export const MAX_HORIZON_DAYS = 60;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const overlap = (ranges: readonly MinuteRange[]): boolean => {
  const ordered = [...ranges].sort((a, b) => a.from - b.from);
  return ordered.some((range, index) => range.from < (ordered[index - 1]?.to ?? 0));
};

/** What is wrong with hours that a coach gives; undefined for usable ones. */
export function availabilityProblem({ hours, overrides }: Availability): string | undefined {
  const days = Map.groupBy(hours, ({ weekday }) => weekday);
  const groups = [...days.values(), ...overrides.map(({ ranges }) => ranges)];
  if (groups.flat().some(({ from, to }) => to <= from)) return 'Hours end after they begin.';
  if (groups.some(overlap)) return 'Two ranges of one day overlap.';
  if (overrides.some(({ from, to }) => to < from)) return 'The last day comes before the first one.';
  return undefined;
}

/** The hours of one day. */
export const rangesOf = ({ hours, overrides }: Availability, day: string): readonly MinuteRange[] =>
  overrides.find(({ from, to }) => from <= day && day <= to)?.ranges ??
  hours.filter(({ weekday }) => weekday === isoWeekday(day)).sort((a, b) => a.from - b.from);

export type SessionLength = { minutes: number; bufferBefore: number; bufferAfter: number };
export type BusyTime = SessionLength & { start: Date };

/** Starts that a client can book at `now`, in order. */
export function bookableSlots(
  availability: Availability,
  { timeZone, length, busy, now }: { timeZone: string; length: SessionLength; busy: readonly BusyTime[]; now: Date },
): Date[] {
  const { noticeMinutes, horizonDays, stepMinutes } = availability;
  const today = dayInZone(now, timeZone);
  const earliest = now.getTime() + noticeMinutes * MINUTE_MS;
  const days = Map.groupBy(busy, ({ start }) => Math.floor(start.getTime() / DAY_MS));
  // A session takes a day at most, so only what begins on the days around a slot can be in its way.
  const near = (slot: Date) =>
    [-2, -1, 0, 1, 2].flatMap((by) => days.get(Math.floor(slot.getTime() / DAY_MS) + by) ?? []);
  return Array.from({ length: horizonDays + 1 }, (_, ahead) => addDays(today, ahead))
    .flatMap((day) => slotsOfDay(day, rangesOf(availability, day), { minutes: length.minutes, stepMinutes, timeZone }))
    .filter(
      (start) =>
        start.getTime() >= earliest && !near(start).some((other) => sessionsCollide({ start, ...length }, other)),
    );
}

/** Whether a client may still move or cancel a booking. */
export const isChangeable = (startsAt: Date, noticeMinutes: number, now: Date): boolean =>
  startsAt.getTime() - now.getTime() >= noticeMinutes * MINUTE_MS;
