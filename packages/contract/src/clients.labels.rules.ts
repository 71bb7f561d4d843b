import {
  type CheckInSchedule,
  checkInPeriod,
  firstDueDay,
  lastDueDays,
  type WeighIn,
  weightSlopeKgPerDay,
} from './checkins.rules.ts';
import { addDays, daysBetween } from './time.ts';

export const PLAN_STATUSES = ['none', 'in_progress', 'ai_generated'] as const;
export type PlanStatus = (typeof PLAN_STATUSES)[number];
export const ENGAGEMENT_LABELS = ['Excellent', 'High', 'Good', 'Needs Attention'] as const;
export type EngagementLabel = (typeof ENGAGEMENT_LABELS)[number];
export const PROGRESS_LABELS = ['On Track', 'Exceeding Goals', 'Needs Attention'] as const;
export type ProgressLabel = (typeof PROGRESS_LABELS)[number];

/** Least score of each label, science.md section A. Below the last one: Needs Attention. */
const ENGAGEMENT_FLOORS = [
  ['Excellent', 85],
  ['High', 70],
  ['Good', 40],
] as const;

/** What happened so many days ago counts half [science.md A]. */
const HALF_LIFE_DAYS = 14;
/** Weights of science.md A; plan adherence stands for workouts (.30) with nutrition and habits (.15). */
const WEIGHTS = { checkIns: 0.25, adherence: 0.45, weighIns: 0.1 } as const;
/** Periods that are looked at; older ones would weigh less than two percent. */
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

/** [K] Shares of the pace that the goal asks for, and what makes a course doubtful without a goal weight. */
export const PROGRESS_THRESHOLDS = {
  exceedingPace: 1.25,
  onTrackPace: 0.75,
  /** Nearer than this to the goal weight counts as there. */
  goalToleranceKg: 0.5,
  paceDays: 42,
  minWeighIns: 3,
  minSpanDays: 14,
  minAdherence: 70,
} as const;

export type ProgressFacts = {
  weighIns: readonly WeighIn[];
  startWeightKg: number | null;
  goalWeightKg: number | null;
  targetDay: string | null;
  /** Check-ins missed in a row up to now, the last answer about the plan, and whether such answers are falling. */
  missed: number;
  adherence: number | null;
  adherenceFalling: boolean;
  today: string;
};

/**
 * With a goal weight and a target day: the pace of the last six weeks against the pace that gets there in time. Without
 * them, or with too few weights: whether check-ins come and the plan is done. Null before the first check-in.
 */
export function progressLabel(facts: ProgressFacts): ProgressLabel | null {
  return paceLabel(facts) ?? habitLabel(facts);
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
  // There, or past it in the direction that was wanted.
  if (Math.abs(left) <= PROGRESS_THRESHOLDS.goalToleranceKg || left * wanted < 0) return 'Exceeding Goals';
  if (targetDay === null) return null;
  const days = daysBetween(today, targetDay);
  if (days <= 0) return 'Needs Attention';
  const pace = (weightSlopeKgPerDay(sorted) ?? 0) / (left / days);
  if (pace >= PROGRESS_THRESHOLDS.exceedingPace) return 'Exceeding Goals';
  return pace >= PROGRESS_THRESHOLDS.onTrackPace ? 'On Track' : 'Needs Attention';
}

function habitLabel({ missed, adherence, adherenceFalling }: ProgressFacts): ProgressLabel | null {
  if (missed > 0 || adherenceFalling) return 'Needs Attention';
  if (adherence === null) return null;
  return adherence >= PROGRESS_THRESHOLDS.minAdherence ? 'On Track' : 'Needs Attention';
}
