import { addDays, daysBetween } from './time.ts';

/** Bounds of the answers. Weight in kg, adherence in percent, sleep in hours a night, note in characters. */
export const CHECK_IN_BOUNDS = {
  weightKg: { min: 20, max: 400 },
  adherence: { min: 0, max: 100 },
  energy: { min: 1, max: 5 },
  sleepHours: { min: 0, max: 24, step: 0.25 },
  note: { max: 2000 },
} as const;

export type CheckInSchedule = {
  /** First due day. */
  anchorDay: string;
  intervalDays: number;
  /** Day of the newest check-in. */
  lastSubmittedDay: string | null;
};

export type CheckInStatus = {
  /** upcoming before the first due day, due on the due day, overdue after it, done once the period has its check-in. */
  state: 'upcoming' | 'due' | 'overdue' | 'done';
  /** The due day of the current period; before the first one, that one. */
  dueDay: string;
  /** The due day of the next period. */
  nextDay: string;
  /** Completed periods without a check-in since the newest one. */
  missed: number;
};

/** @throws RangeError for an interval that is not a whole number of days from 1, which would never leave a period. */
function periodOf({ anchorDay, intervalDays }: { anchorDay: string; intervalDays: number }, day: string): number {
  if (!Number.isInteger(intervalDays) || intervalDays < 1) {
    throw new RangeError(`A check-in interval is 1 day or more, not ${intervalDays}`);
  }
  return Math.floor(daysBetween(anchorDay, day) / intervalDays);
}

/**
 * State of a check-in schedule on `today`. Period k runs from anchor + k * interval up to the day before the next one;
 * a check-in completes the period it falls in, and one that comes before the anchor completes the first.
 * @throws RangeError for an interval below 1.
 */
export function checkInState(schedule: CheckInSchedule & { today: string }): CheckInStatus {
  const { anchorDay, intervalDays, lastSubmittedDay, today } = schedule;
  const current = periodOf(schedule, today);
  const lastDone = lastSubmittedDay === null ? -1 : checkInPeriod(schedule, lastSubmittedDay);
  if (current < 0) {
    return { state: 'upcoming', dueDay: anchorDay, nextDay: anchorDay, missed: 0 };
  }
  const dueDay = addDays(anchorDay, current * intervalDays);
  const nextDay = addDays(dueDay, intervalDays);
  const missed = Math.max(0, current - lastDone - 1);
  if (lastDone >= current) return { state: 'done', dueDay, nextDay, missed };
  return { state: today === dueDay ? 'due' : 'overdue', dueDay, nextDay, missed };
}

/** Number of the period that `day` falls in; what comes before the anchor belongs to the first. */
export const checkInPeriod = (schedule: { anchorDay: string; intervalDays: number }, day: string): number =>
  Math.max(0, periodOf(schedule, day));

/**
 * Periods in a row that have a check-in, up to now; the current period counts once it is done and does not break the
 * row while it is open. `donePeriods` are the numbers of all periods that have one, as `checkInPeriod` counts them.
 * @throws RangeError for an interval below 1.
 */
export function checkInStreak(
  schedule: { anchorDay: string; intervalDays: number },
  donePeriods: readonly number[],
  today: string,
): number {
  const current = periodOf(schedule, today);
  const done = new Set(donePeriods);
  let period = done.has(current) ? current : current - 1;
  let streak = 0;
  while (done.has(period)) {
    streak += 1;
    period -= 1;
  }
  return streak;
}

export type WeighIn = { day: string; weightKg: number };

/** Slope of the least-squares line through the weigh-ins, kg a day; null with fewer than two days. */
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

/** Plateau [K]: less than .1 % of body weight a week for 21 days at 80 % adherence or more. */
export const PLATEAU = { days: 21, weeklyShare: 0.001, minAdherence: 80, minWeighIns: 3, minSpanDays: 14 } as const;

/**
 * The mean weight and adherence of a client whose weight stands still although they keep to the plan; null when it
 * moves or when there is too little to say. `checkIns` in any order.
 */
export function plateauOf(
  checkIns: readonly { day: string; weightKg: number | null; adherence: number | null }[],
  today: string,
): { weightKg: number; adherence: number } | null {
  const since = addDays(today, -PLATEAU.days);
  const recent = checkIns.filter(({ day }) => day >= since && day <= today);
  const weighIns = recent.flatMap(({ day, weightKg }) => (weightKg === null ? [] : [{ day, weightKg }]));
  const answers = recent.flatMap((checkIn) => (checkIn.adherence === null ? [] : [checkIn.adherence]));
  const days = weighIns.map(({ day }) => day).sort();
  const [first] = days;
  const last = days.at(-1);
  if (weighIns.length < PLATEAU.minWeighIns || !first || !last) return null;
  if (daysBetween(first, last) < PLATEAU.minSpanDays || answers.length === 0) return null;
  const adherence = answers.reduce((sum, value) => sum + value, 0) / answers.length;
  const weightKg = weighIns.reduce((sum, weighIn) => sum + weighIn.weightKg, 0) / weighIns.length;
  const slope = weightSlopeKgPerDay(weighIns);
  const standsStill = slope !== null && Math.abs(slope * 7) < weightKg * PLATEAU.weeklyShare;
  return standsStill && adherence >= PLATEAU.minAdherence ? { weightKg, adherence } : null;
}
