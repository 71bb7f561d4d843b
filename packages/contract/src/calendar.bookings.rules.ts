import { sessionsCollide } from './calendar.rules.ts';
import { type MinuteRange, slotsOfDay } from './calendar.slots.rules.ts';
import { addDays, dayInZone, isoWeekday } from './time.ts';

/** When clients can book a coach. Minutes of the day are in the coach's time zone. */
export type Availability = {
  /** Weekly hours; a weekday may have several ranges. */
  hours: (MinuteRange & { weekday: number })[];
  /** Days with different hours, or without hours. The first override of a day counts. */
  overrides: { from: string; to: string; ranges: MinuteRange[] }[];
  /** Least notice for booking, moving and cancelling. */
  noticeMinutes: number;
  horizonDays: number;
  stepMinutes: number;
};

/** Default: no slots until the coach sets hours. */
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

/** First problem of a coach's hours; undefined for valid hours. */
export function availabilityProblem({ hours, overrides }: Availability): string | undefined {
  const days = Map.groupBy(hours, ({ weekday }) => weekday);
  const groups = [...days.values(), ...overrides.map(({ ranges }) => ranges)];
  if (groups.flat().some(({ from, to }) => to <= from)) return 'Hours end after they begin.';
  if (groups.some(overlap)) return 'Two ranges of one day overlap.';
  if (overrides.some(({ from, to }) => to < from)) return 'The last day comes before the first one.';
  return undefined;
}

/** Hours of one day. */
export const rangesOf = ({ hours, overrides }: Availability, day: string): readonly MinuteRange[] =>
  overrides.find(({ from, to }) => from <= day && day <= to)?.ranges ??
  hours.filter(({ weekday }) => weekday === isoWeekday(day)).sort((a, b) => a.from - b.from);

export type SessionLength = { minutes: number; bufferBefore: number; bufferAfter: number };
export type BusyTime = SessionLength & { start: Date };

/** Start times that a client can book at `now`, in order. */
export function bookableSlots(
  availability: Availability,
  { timeZone, length, busy, now }: { timeZone: string; length: SessionLength; busy: readonly BusyTime[]; now: Date },
): Date[] {
  const { noticeMinutes, horizonDays, stepMinutes } = availability;
  const today = dayInZone(now, timeZone);
  const earliest = now.getTime() + noticeMinutes * MINUTE_MS;
  const days = Map.groupBy(busy, ({ start }) => Math.floor(start.getTime() / DAY_MS));
  // Sessions last at most a day, so only those that start near the slot's day can collide with it.
  const near = (slot: Date) =>
    [-2, -1, 0, 1, 2].flatMap((by) => days.get(Math.floor(slot.getTime() / DAY_MS) + by) ?? []);
  return Array.from({ length: horizonDays + 1 }, (_, ahead) => addDays(today, ahead))
    .flatMap((day) => slotsOfDay(day, rangesOf(availability, day), { minutes: length.minutes, stepMinutes, timeZone }))
    .filter(
      (start) =>
        start.getTime() >= earliest && !near(start).some((other) => sessionsCollide({ start, ...length }, other)),
    );
}

/** Whether the notice still lets a client move or cancel a booking. */
export const isChangeable = (startsAt: Date, noticeMinutes: number, now: Date): boolean =>
  startsAt.getTime() - now.getTime() >= noticeMinutes * MINUTE_MS;
