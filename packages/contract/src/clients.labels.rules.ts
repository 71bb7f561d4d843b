import {
  type CheckInSchedule,
  checkInPeriod,
  firstDueDay,
  lastDueDays,
  type WeighIn,
  weightSlopeKgPerDay,
} from './checkins.rules.ts';
import type { Standing } from './clients.figures.rules.ts';
import { addDays, daysBetween } from './time.ts';

export const PLAN_STATUSES = ['none', 'in_progress', 'ai_generated'] as const;
export type PlanStatus = (typeof PLAN_STATUSES)[number];
export const ENGAGEMENT_LABELS = ['Excellent', 'High', 'Good', 'Needs Attention'] as const;
export type EngagementLabel = (typeof ENGAGEMENT_LABELS)[number];
export const PROGRESS_LABELS = ['On Track', 'Exceeding Goals', 'Needs Attention'] as const;
export type ProgressLabel = (typeof PROGRESS_LABELS)[number];

/** Lowest score of each label, science.md section A. Lower scores give Needs Attention. */
const ENGAGEMENT_FLOORS = [
  ['Excellent', 85],
  ['High', 70],
  ['Good', 40],
] as const;

/** A period this many days ago has half the weight [science.md A]. */
const HALF_LIFE_DAYS = 14;
/** Weights of science.md A. Plan adherence combines workouts (0.30) with nutrition and habits (0.15). */
const WEIGHTS = { checkIns: 0.25, adherence: 0.45, weighIns: 0.1 } as const;
/** Number of latest periods in the score; older ones would weigh less than two percent. */
const PERIODS = 12;

type Answered = { day: string; weightKg: number | null; adherence: number | null };

const weightOf = (day: string, today: string) => 0.5 ** (Math.max(0, daysBetween(day, today)) / HALF_LIFE_DAYS);
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/**
 * 0 to 100: how much of what was due was done, the latest counting most. The open period counts once it is done, and
 * nothing is due within a pause. Null while nothing was due. `checkIns` in any order.
 */
export function engagementScore(
  schedule: CheckInSchedule,
  checkIns: readonly Answered[],
  today: string,
): number | null {
  const byPeriod = new Map<number, Answered>();
  for (const checkIn of checkIns) {
    const period = checkInPeriod(schedule, checkIn.day);
    const known = byPeriod.get(period);
    if (!known || known.day < checkIn.day) byPeriod.set(period, checkIn);
  }
  const [open, ...closed] = lastDueDays(schedule, today, PERIODS);
  const counted = open && byPeriod.has(open.period) ? [open, ...closed] : closed;
  const due = counted.map(({ period, dueDay }) => ({
    weight: weightOf(dueDay, today),
    answer: byPeriod.get(period),
  }));
  const total = sum(due.map(({ weight }) => weight));
  if (total === 0) return null;
  const share = (value: (answer: Answered | undefined) => number) =>
    sum(due.map(({ weight, answer }) => weight * value(answer))) / total;
  const score =
    WEIGHTS.checkIns * share((answer) => (answer ? 1 : 0)) +
    WEIGHTS.adherence * share((answer) => (answer?.adherence ?? 0) / 100) +
    WEIGHTS.weighIns * share((answer) => (answer && answer.weightKg !== null ? 1 : 0));
  return Math.round((100 * score) / (WEIGHTS.checkIns + WEIGHTS.adherence + WEIGHTS.weighIns));
}

/**
 * The next day on which the score can change without a new check-in: when the next period begins. Null while a pause
 * has no end.
 */
export const engagementUntil = (schedule: CheckInSchedule, today: string): string | null =>
  firstDueDay(schedule, addDays(today, 1));

export const engagementLabel = (score: number): EngagementLabel =>
  ENGAGEMENT_FLOORS.find(([, floor]) => score >= floor)?.[0] ?? 'Needs Attention';

/** [K] Limits as shares of the pace that the goal needs, and limits for clients without a goal weight. */
export const PROGRESS_THRESHOLDS = {
  exceedingPace: 1.25,
  onTrackPace: 0.75,
  /** Distance to the goal weight that counts as reached. */
  goalToleranceKg: 0.5,
  paceDays: 42,
  minWeighIns: 3,
  minSpanDays: 14,
} as const;

export type ProgressFacts = {
  weighIns: readonly WeighIn[];
  startWeightKg: number | null;
  goalWeightKg: number | null;
  targetDay: string | null;
  standing: Standing;
  /** Latest adherence answer. */
  adherence: number | null;
  today: string;
};

/**
 * A client who is not on track needs attention. Otherwise a goal weight and target day compare the pace of the last six
 * weeks with the required pace. Null before the first adherence answer, and with too few weigh-ins for a pace.
 */
export function progressLabel(facts: ProgressFacts): ProgressLabel | null {
  if (facts.standing !== 'on_track') return 'Needs Attention';
  return paceLabel(facts) ?? (facts.adherence === null ? null : 'On Track');
}

function paceLabel({ weighIns, startWeightKg, goalWeightKg, targetDay, today }: ProgressFacts): ProgressLabel | null {
  const sorted = weighIns
    .filter(({ day }) => day <= today && day >= addDays(today, -PROGRESS_THRESHOLDS.paceDays))
    .sort((a, b) => a.day.localeCompare(b.day));
  const [first] = sorted;
  const last = sorted.at(-1);
  if (goalWeightKg === null || !first || !last || sorted.length < PROGRESS_THRESHOLDS.minWeighIns) return null;
  if (daysBetween(first.day, last.day) < PROGRESS_THRESHOLDS.minSpanDays) return null;
  const left = goalWeightKg - last.weightKg;
  const wanted = goalWeightKg - (startWeightKg ?? first.weightKg);
  // The goal is reached, or passed in the intended direction.
  if (Math.abs(left) <= PROGRESS_THRESHOLDS.goalToleranceKg || left * wanted < 0) return 'Exceeding Goals';
  if (targetDay === null) return null;
  const days = daysBetween(today, targetDay);
  if (days <= 0) return 'Needs Attention';
  const pace = (weightSlopeKgPerDay(sorted) ?? 0) / (left / days);
  if (pace >= PROGRESS_THRESHOLDS.exceedingPace) return 'Exceeding Goals';
  return pace >= PROGRESS_THRESHOLDS.onTrackPace ? 'On Track' : 'Needs Attention';
}
