import {
  type CheckInSchedule,
  checkInPeriod,
  firstDueDay,
  lastDueDays,
  type WeighIn,
  weightSlopeKgPerDay,
} from '../checkins/checkins.rules.ts';
import { addDays, daysBetween } from '../time.ts';
import type { PlannedDay } from '../workouts/workouts.adherence.rules.ts';
import type { Standing } from './clients.figures.rules.ts';

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
/**
 * Weights of science.md A. The answer about the plan stands for nutrition and habits of clients who follow neither in the
 * product, and without a program for workouts too.
 */
const WEIGHTS = { workouts: 0.3, checkIns: 0.25, nutrition: 0.15, weighIns: 0.1, visits: 0.1 } as const;
/** Days after which a last visit counts 1/e [science.md A]. */
const VISIT_DECAY_DAYS = 7;
/** Number of latest periods in the score; older ones would weigh less than two percent. */
const PERIODS = 12;

type Answered = { day: string; weightKg: number | null; adherence: number | null };

/** How much a day counts: 1 for today, half of it for a day of two weeks ago. */
export const recencyOf = (day: string, today: string): number =>
  0.5 ** (Math.max(0, daysBetween(day, today)) / HALF_LIFE_DAYS);
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

export const ENGAGEMENT_PARTS = ['workouts', 'check_ins', 'nutrition', 'plan_answer', 'weigh_ins', 'visits'] as const;
export type EngagementPart = (typeof ENGAGEMENT_PARTS)[number];

export type ScorePart = { part: EngagementPart; weight: number; share: number };

/** Shares of the periods in which a check-in was due; none while none was due. The open period counts once it is done. */
function checkInParts(
  schedule: CheckInSchedule,
  checkIns: readonly Answered[],
  { today, answerWeight }: { today: string; answerWeight: number },
): ScorePart[] {
  const byPeriod = new Map<number, Answered>();
  for (const checkIn of checkIns) {
    const period = checkInPeriod(schedule, checkIn.day);
    const known = byPeriod.get(period);
    if (!known || known.day < checkIn.day) byPeriod.set(period, checkIn);
  }
  const [open, ...closed] = lastDueDays(schedule, today, PERIODS);
  const counted = open && byPeriod.has(open.period) ? [open, ...closed] : closed;
  if (counted.length === 0) return [];
  const due = counted.map(({ period, dueDay }) => ({ day: dueDay, answer: byPeriod.get(period) }));
  const partOf = (
    part: EngagementPart,
    weight: number,
    value: (answer: Answered | undefined) => number,
  ): ScorePart => ({
    part,
    weight,
    share: recentShare(due, today, ({ answer }) => value(answer)),
  });
  return [
    partOf('check_ins', WEIGHTS.checkIns, (answer) => (answer ? 1 : 0)),
    ...(answerWeight > 0 ? [partOf('plan_answer', answerWeight, (answer) => (answer?.adherence ?? 0) / 100)] : []),
    partOf('weigh_ins', WEIGHTS.weighIns, (answer) => (answer && answer.weightKg !== null ? 1 : 0)),
  ];
}

/** Mean of `value` over what was due, the latest counting most. */
function recentShare<Due extends { day: string }>(due: readonly Due[], today: string, value: (one: Due) => number) {
  const total = sum(due.map(({ day }) => recencyOf(day, today)));
  return sum(due.map((one) => recencyOf(one.day, today) * value(one))) / total;
}

type Followed = {
  /** The days on which a workout was due (`dueWorkouts`). */
  workouts?: readonly PlannedDay[];
  /** `nutritionShare` of the client. */
  nutrition?: number | null;
  /** The day on which the client last opened the portal; null before visits were recorded. */
  lastVisit?: string | null;
};

/**
 * The parts of the score, each with its weight and the share of what was due that was done, the latest counting most.
 * What has nothing due is left out, and nothing is due within a pause. `checkIns` in any order.
 */
export function engagementParts(
  schedule: CheckInSchedule,
  checkIns: readonly Answered[],
  today: string,
  { workouts = [], nutrition = null, lastVisit = null }: Followed = {},
): ScorePart[] {
  const hasWorkouts = workouts.length > 0;
  const answerWeight = (nutrition === null ? WEIGHTS.nutrition : 0) + (hasWorkouts ? 0 : WEIGHTS.workouts);
  const parts = checkInParts(schedule, checkIns, { today, answerWeight });
  if (nutrition !== null) parts.unshift({ part: 'nutrition', weight: WEIGHTS.nutrition, share: nutrition });
  if (hasWorkouts) {
    const share = recentShare(workouts, today, ({ done }) => (done ? 1 : 0));
    parts.unshift({ part: 'workouts', weight: WEIGHTS.workouts, share });
  }
  // A visit alone is nothing that was due.
  if (lastVisit !== null && parts.length > 0) {
    parts.push({ part: 'visits', weight: WEIGHTS.visits, share: visitShare(schedule, lastVisit, today) });
  }
  return parts;
}

/** 0 to 100: the mean of the parts by their weights. Null while nothing was due. */
export function scoreOfParts(parts: readonly ScorePart[]): number | null {
  const total = sum(parts.map(({ weight }) => weight));
  return total === 0 ? null : Math.round((100 * sum(parts.map(({ weight, share }) => weight * share))) / total);
}

export const engagementScore = (...facts: Parameters<typeof engagementParts>): number | null =>
  scoreOfParts(engagementParts(...facts));

/** Falls with the days since the last visit. Days of a pause do not count. */
function visitShare({ pauses = [] }: CheckInSchedule, lastVisit: string, today: string): number {
  const resumed = pauses.flatMap(({ until }) => (until !== null && until <= today ? [until] : []));
  const since = [lastVisit, ...resumed].reduce((latest, day) => (day > latest ? day : latest));
  return Math.exp(-Math.max(0, daysBetween(since, today)) / VISIT_DECAY_DAYS);
}

/** Days ahead of a renewal for which `engagementUntil` knows the planned workouts. */
export const LABEL_AHEAD_DAYS = 7;

/**
 * The next day on which the score can change without a new check-in: tomorrow where workouts are planned, nutrition is
 * followed or visits are recorded, else when the next period begins. Null while a pause has no end.
 * @param planned workouts of the last four weeks and of those ahead
 */
export function engagementUntil(
  schedule: CheckInSchedule,
  today: string,
  planned: readonly PlannedDay[],
  { nutrition = null, lastVisit = null }: Pick<Followed, 'nutrition' | 'lastVisit'> = {},
): string | null {
  if (planned.length > 0 || nutrition !== null || lastVisit !== null) return addDays(today, 1);
  const next = firstDueDay(schedule, addDays(today, 1));
  const latest = addDays(today, LABEL_AHEAD_DAYS);
  return next !== null && next > latest ? latest : next;
}

export const engagementLabel = (score: number): EngagementLabel =>
  ENGAGEMENT_FLOORS.find(([, floor]) => score >= floor)?.[0] ?? 'Needs Attention';

/** [K] Limits as shares of the pace that the goal needs, and limits for clients without a goal weight. */
export const PROGRESS_THRESHOLDS = {
  exceedingPace: 1.25,
  onTrackPace: 0.75,
  /** Distance to the goal weight that counts as reached. */
  goalToleranceKg: 0.5,
  /** Share of body weight a week; a faster loss is never ahead of a goal [science.md C]. */
  fastestLoss: 0.01,
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
  /** `planFollowed` of the client. */
  followed: number | null;
  today: string;
};

/** Weigh-ins that are recent, enough and far enough apart for a pace, oldest first; null without them. */
function pacedWeighIns(weighIns: readonly WeighIn[], today: string): { sorted: WeighIn[]; last: WeighIn } | null {
  const sorted = weighIns
    .filter(({ day }) => day <= today && day >= addDays(today, -PROGRESS_THRESHOLDS.paceDays))
    .sort((a, b) => a.day.localeCompare(b.day));
  const [first] = sorted;
  const last = sorted.at(-1);
  if (!first || !last || sorted.length < PROGRESS_THRESHOLDS.minWeighIns) return null;
  return daysBetween(first.day, last.day) < PROGRESS_THRESHOLDS.minSpanDays ? null : { sorted, last };
}

/** Whether the weight of the last six weeks falls faster than is safe. */
export function losesTooFast(weighIns: readonly WeighIn[], today: string): boolean {
  const paced = pacedWeighIns(weighIns, today);
  if (!paced) return false;
  const slope = weightSlopeKgPerDay(paced.sorted) ?? 0;
  return -7 * slope > PROGRESS_THRESHOLDS.fastestLoss * paced.last.weightKg;
}

/**
 * Null in the onboarding. A client who is not on track needs attention, as does one who loses too fast. Otherwise a goal
 * weight and target day compare the pace of the last six weeks with the required pace. Null without a current answer
 * about the plan, and with too few weigh-ins for a pace.
 */
export function progressLabel(facts: ProgressFacts): ProgressLabel | null {
  if (facts.standing === 'onboarding') return null;
  if (facts.standing !== 'on_track' || losesTooFast(facts.weighIns, facts.today)) return 'Needs Attention';
  return paceLabel(facts) ?? (facts.followed === null ? null : 'On Track');
}

function paceLabel({ weighIns, startWeightKg, goalWeightKg, targetDay, today }: ProgressFacts): ProgressLabel | null {
  const paced = pacedWeighIns(weighIns, today);
  if (goalWeightKg === null || !paced) return null;
  const { sorted, last } = paced;
  const left = goalWeightKg - last.weightKg;
  const wanted = goalWeightKg - (startWeightKg ?? sorted[0]?.weightKg ?? last.weightKg);
  // The goal is reached, or passed in the intended direction.
  if (Math.abs(left) <= PROGRESS_THRESHOLDS.goalToleranceKg || left * wanted < 0) return 'Exceeding Goals';
  if (targetDay === null) return null;
  const days = daysBetween(today, targetDay);
  if (days <= 0) return 'Needs Attention';
  const pace = (weightSlopeKgPerDay(sorted) ?? 0) / (left / days);
  if (pace >= PROGRESS_THRESHOLDS.exceedingPace) return 'Exceeding Goals';
  return pace >= PROGRESS_THRESHOLDS.onTrackPace ? 'On Track' : 'Needs Attention';
}
