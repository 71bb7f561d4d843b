import type { Pause } from '../people.rules.ts';
import { addDays, daysBetween, isoWeekday } from '../time.ts';

/** Bounds of answers: weight in kg, adherence in percent, sleep in hours a night, note in characters. */
export const CHECK_IN_BOUNDS = {
  weightKg: { min: 20, max: 400 },
  adherence: { min: 0, max: 100 },
  energy: { min: 1, max: 5 },
  sleepHours: { min: 0, max: 24, step: 0.25 },
  note: { max: 2000 },
} as const;

/** Lowest answer of a client on track, in percent. */
export const ON_TRACK_ADHERENCE = 70;

export type CheckInSchedule = {
  /** Nothing is due before this day. */
  anchorDay: string;
  /** Days between due days, counted from the anchor. */
  intervalDays: number;
  /** Weekly due days instead of an interval, 1 for Monday to 7 for Sunday. */
  weekdays?: readonly number[];
  /** In order, without overlaps. */
  pauses?: readonly Pause[];
};

export type CheckInStatus = {
  /**
   * upcoming: before the first due day. due: on the due day. overdue: after it. done: the period has its check-in. paused:
   * within a pause.
   */
  state: 'upcoming' | 'due' | 'overdue' | 'done' | 'paused';
  /** Due day of the current period, or of the first one before it starts. */
  dueDay: string;
  /** Due day of the next period; null in a pause without an end. */
  nextDay: string | null;
  /** Completed periods without a check-in since the newest check-in. */
  missed: number;
};

/** @throws RangeError unless the interval is a whole number of days from 1; other values would loop forever. */
function requireInterval(intervalDays: number): void {
  if (!Number.isInteger(intervalDays) || intervalDays < 1) {
    throw new RangeError(`A check-in interval is 1 day or more, not ${intervalDays}`);
  }
}

/** First due day from `day` on, ignoring pauses. */
function patternFrom({ anchorDay, intervalDays, weekdays = [] }: CheckInSchedule, day: string): string {
  const from = day > anchorDay ? day : anchorDay;
  if (weekdays.length === 0) {
    return addDays(anchorDay, Math.ceil(daysBetween(anchorDay, from) / intervalDays) * intervalDays);
  }
  const wait = Math.min(...weekdays.map((weekday) => (weekday - isoWeekday(from) + 7) % 7));
  return addDays(from, wait);
}

/** Number of due days up to and including `day`, ignoring pauses. */
function patternCount({ anchorDay, intervalDays, weekdays = [] }: CheckInSchedule, day: string): number {
  const age = daysBetween(anchorDay, day);
  if (age < 0) return 0;
  if (weekdays.length === 0) return Math.floor(age / intervalDays) + 1;
  const first = isoWeekday(anchorDay);
  const inRest = weekdays.filter((weekday) => (weekday - first + 7) % 7 <= age % 7).length;
  return Math.floor(age / 7) * weekdays.length + inRest;
}

/** Number of due days up to and including `day`, without those in pauses. */
function dueCount(schedule: CheckInSchedule, day: string): number {
  requireInterval(schedule.intervalDays);
  let count = patternCount(schedule, day);
  for (const { from, until } of schedule.pauses ?? []) {
    if (from > day) continue;
    const last = until !== null && until <= day ? addDays(until, -1) : day;
    count -= patternCount(schedule, last) - patternCount(schedule, addDays(from, -1));
  }
  return count;
}

const pauseOn = ({ pauses = [] }: CheckInSchedule, day: string) =>
  pauses.find(({ from, until }) => from <= day && (until === null || day < until));

/** First due day from `day` on; null when a pause without an end comes first. */
export function firstDueDay(schedule: CheckInSchedule, day: string): string | null {
  let due = patternFrom(schedule, day);
  for (let pause = pauseOn(schedule, due); pause; pause = pauseOn(schedule, due)) {
    if (pause.until === null) return null;
    due = patternFrom(schedule, pause.until);
  }
  return due;
}

/** Last due day up to `day`. At least one must exist. */
function lastDueDay(schedule: CheckInSchedule, day: string): string {
  const { anchorDay, intervalDays, weekdays = [] } = schedule;
  const back =
    weekdays.length === 0
      ? daysBetween(anchorDay, day) % intervalDays
      : Math.min(...weekdays.map((weekday) => (isoWeekday(day) - weekday + 7) % 7));
  const due = addDays(day, -back);
  const pause = pauseOn(schedule, due);
  return pause ? lastDueDay(schedule, addDays(pause.from, -1)) : due;
}

/** The last due days up to `today`, newest first and `limit` at most, each with the number of its period. */
export function lastDueDays(
  schedule: CheckInSchedule,
  today: string,
  limit: number,
): { period: number; dueDay: string }[] {
  const periods: { period: number; dueDay: string }[] = [];
  let day = today;
  for (let period = dueCount(schedule, today) - 1; period >= 0 && periods.length < limit; period -= 1) {
    const dueDay = lastDueDay(schedule, day);
    periods.push({ period, dueDay });
    day = addDays(dueDay, -1);
  }
  return periods;
}

/**
 * State of a check-in schedule on `today`. A period runs from a due day to the day before the next one. A check-in
 * completes the period of its day; shortly before the anchor it completes the first period.
 * @throws RangeError for an interval below 1.
 */
export function checkInState(
  schedule: CheckInSchedule & { lastSubmittedDay: string | null; today: string },
): CheckInStatus {
  const { lastSubmittedDay, today } = schedule;
  const current = dueCount(schedule, today);
  const nextDay = firstDueDay(schedule, current === 0 ? today : addDays(today, 1));
  const dueDay = current === 0 ? (nextDay ?? schedule.anchorDay) : lastDueDay(schedule, today);
  const lastDone = lastSubmittedDay === null ? 0 : checkInPeriod(schedule, lastSubmittedDay) + 1;
  const missed = Math.max(0, current - lastDone - 1);
  if (pauseOn(schedule, today)) return { state: 'paused', dueDay, nextDay, missed };
  if (current === 0) return { state: 'upcoming', dueDay, nextDay, missed: 0 };
  if (lastDone >= current) return { state: 'done', dueDay, nextDay, missed };
  return { state: today === dueDay ? 'due' : 'overdue', dueDay, nextDay, missed };
}

/**
 * Number of the period of `day`, from 0. Days up to one interval before the anchor belong to the first period. Older
 * days belong to an earlier schedule and give -1.
 */
export function checkInPeriod(schedule: CheckInSchedule, day: string): number {
  const period = dueCount(schedule, day) - 1;
  return day < addDays(schedule.anchorDay, -schedule.intervalDays) ? -1 : Math.max(0, period);
}

/**
 * Consecutive periods with a check-in up to now. The open period counts once it is done and does not break the streak.
 * @param donePeriods numbers of all periods with a check-in, from `checkInPeriod`
 * @throws RangeError for an interval below 1.
 */
export function checkInStreak(schedule: CheckInSchedule, donePeriods: readonly number[], today: string): number {
  const current = dueCount(schedule, today) - 1;
  const done = new Set(donePeriods);
  let period = done.has(current) ? current : current - 1;
  let streak = 0;
  while (done.has(period)) {
    streak += 1;
    period -= 1;
  }
  return streak;
}

/** The week of `today` from Monday, with due and done days. */
export function checkInWeek(
  schedule: CheckInSchedule,
  doneDays: readonly string[],
  today: string,
): { day: string; due: boolean; done: boolean }[] {
  const monday = addDays(today, 1 - isoWeekday(today));
  return Array.from({ length: 7 }, (_, index) => {
    const day = addDays(monday, index);
    return { day, due: firstDueDay(schedule, day) === day, done: doneDays.includes(day) };
  });
}

/** Number of latest periods in the adherence to the schedule. */
const ADHERENCE_PERIODS = 12;

/** How many of the latest periods have a check-in. The open period counts once it is done. */
export function checkInAdherence(
  schedule: CheckInSchedule,
  donePeriods: readonly number[],
  today: string,
): { done: number; expected: number } {
  const current = dueCount(schedule, today) - 1;
  const done = new Set(donePeriods);
  const last = done.has(current) ? current : current - 1;
  const expected = Math.max(0, Math.min(ADHERENCE_PERIODS, last + 1));
  const periods = Array.from({ length: expected }, (_, back) => last - back);
  return { done: periods.filter((period) => done.has(period)).length, expected };
}

export type WeighIn = { day: string; weightKg: number };

/** Slope of the least-squares line through the weigh-ins, in kg a day; null with fewer than two days. */
export function weightSlopeKgPerDay(weighIns: readonly WeighIn[]): number | null {
  const [first] = weighIns;
  if (!first) return null;
  const points = weighIns.map(({ day, weightKg }) => ({ x: daysBetween(first.day, day), y: weightKg }));
  const meanX = points.reduce((sum, { x }) => sum + x, 0) / points.length;
  const meanY = points.reduce((sum, { y }) => sum + y, 0) / points.length;
  const spread = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
  if (spread === 0) return null;
  return points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0) / spread;
}
