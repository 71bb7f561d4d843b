import { addDays, dayInZone, isoWeekday } from '../time.ts';
import { sessionsCollide } from './calendar.rules.ts';
import { type MinuteRange, slotsOfDay } from './calendar.slots.rules.ts';

/** When clients can book a coach. Minutes of the day are in the coach's time zone. */
export type Availability = {
  /** Weekly hours; a weekday may have several ranges. */
  hours: (MinuteRange & { weekday: number })[];
  /** Days with different hours, or without hours. The first override of a day counts. */
  overrides: { from: string; to: string; ranges: MinuteRange[] }[];
  /** Least notice for booking, moving and canceling. */
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

/** A time that an event of a connected calendar takes. Nothing else is known about the event. */
export type ExternalBusy = { startsAt: string; endsAt: string; bufferBefore: number; bufferAfter: number };

/** Parts of at most a day, as long as sessions are, so that the search for free times finds them. */
export function busyParts({ startsAt, endsAt, bufferBefore, bufferAfter }: ExternalBusy): BusyTime[] {
  const [from, to] = [Date.parse(startsAt), Date.parse(endsAt)];
  const parts: BusyTime[] = [];
  for (let start = from; start < to; start += DAY_MS) {
    const minutes = Math.ceil(Math.min(to - start, DAY_MS) / MINUTE_MS);
    const isLast = start + DAY_MS >= to;
    parts.push({
      start: new Date(start),
      minutes,
      bufferBefore: start === from ? bufferBefore : 0,
      bufferAfter: isLast ? bufferAfter : 0,
    });
  }
  return parts;
}

type Search = {
  timeZone: string;
  length: SessionLength;
  busy: readonly BusyTime[];
  /** First day, and how many days from there on. */
  from: string;
  days: number;
  earliest: Date;
};

/** Start times within the hours that collide with nothing, in order. */
function* freeSlots(
  availability: Availability,
  { timeZone, length, busy, from, days, earliest }: Search,
): Generator<Date> {
  const { minutes } = length;
  const busyDays = Map.groupBy(busy, ({ start }) => Math.floor(start.getTime() / DAY_MS));
  // Sessions last at most a day, so only those that start near the slot's day can collide with it.
  const near = (slot: Date) =>
    [-2, -1, 0, 1, 2].flatMap((by) => busyDays.get(Math.floor(slot.getTime() / DAY_MS) + by) ?? []);
  for (let ahead = 0; ahead < days; ahead += 1) {
    const day = addDays(from, ahead);
    const { stepMinutes } = availability;
    for (const start of slotsOfDay(day, rangesOf(availability, day), { minutes, stepMinutes, timeZone })) {
      if (start >= earliest && !near(start).some((other) => sessionsCollide({ start, ...length }, other))) yield start;
    }
  }
}

/** Start times that a client can book at `now`, in order. */
export function bookableSlots(
  availability: Availability,
  { now, timeZone, ...search }: Pick<Search, 'timeZone' | 'length' | 'busy'> & { now: Date },
): Date[] {
  const { noticeMinutes, horizonDays } = availability;
  const earliest = new Date(now.getTime() + noticeMinutes * MINUTE_MS);
  const from = dayInZone(now, timeZone);
  return [...freeSlots(availability, { ...search, timeZone, from, days: horizonDays + 1, earliest })];
}

/** Hours for suggestions to a coach who has set none. */
const OFFICE_HOURS: Availability['hours'] = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: 540, to: 1020 }));
/** How many days are searched for a free slot. */
export const SUGGESTED_DAYS = 14;

/**
 * The start time to suggest to a coach for a new session: the first free one from day `from` on. The notice is for
 * clients, so it does not count. Null when the next two weeks have no room.
 */
export function suggestedStart(
  availability: Availability,
  search: Pick<Search, 'timeZone' | 'length' | 'busy' | 'from'> & { now: Date },
): Date | null {
  const hours = availability.hours.length > 0 ? availability.hours : OFFICE_HOURS;
  const free = freeSlots({ ...availability, hours }, { ...search, days: SUGGESTED_DAYS, earliest: search.now });
  return free.next().value ?? null;
}

/** Whether the notice still lets a client move or cancel a booking. */
export const isChangeable = (startsAt: Date, noticeMinutes: number, now: Date): boolean =>
  startsAt.getTime() - now.getTime() >= noticeMinutes * MINUTE_MS;
