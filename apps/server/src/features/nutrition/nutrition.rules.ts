import type { FoodDayStatus } from '@stridewell/contract/foodlogs/foodlogs.rules';
import { type HabitDay, isHabitDone } from '@stridewell/contract/habits/habits.rules';
import { isPausedOn, type NutritionWay, type Pause } from '@stridewell/contract/people.rules';
import { changeOn, type Energy, energyOn } from '@stridewell/contract/targets/targets.rules';
import { addDays, daysBetween } from '@stridewell/contract/time';

/** [K] Share of the target by which the energy of a day that followed it may differ. */
const FOLLOWED_SHARE = 0.1;

/** Days of a week of food. */
export const NUTRITION_DAYS = 7;

type Range = { from: string; to: string };

/** One stored day. Days without an entry are left out. */
export type NutritionDay = {
  day: string;
  status: FoodDayStatus;
  isGuess: boolean;
  kcal: number;
  photos: number;
  /** Meals of the plan that the client ticked. */
  ticked: number;
};

type TargetChange = {
  startsOn: string;
  number: number;
  /** Null for an end. */
  target: (Energy & { week: { days: readonly Energy[] } | null }) | null;
};
/** `meals`: how many each day of the plan has. */
type DatedPlan = { startDay: string; endDay: string | null; meals: readonly number[] };
/** `since`: the day on which the client got it. */
export type GivenHabit = { goal: number | null; daysPerWeek: number; since: string; days: readonly HabitDay[] };

/** The measure of a client's nutrition. */
export type NutritionFacts = {
  way: NutritionWay | null;
  days: readonly NutritionDay[];
  targets: readonly TargetChange[];
  /** The one that counts first. */
  plans: readonly DatedPlan[];
  habits: readonly GivenHabit[];
};

export const NO_NUTRITION: NutritionFacts = { way: null, days: [], targets: [], plans: [], habits: [] };

/** The target of a day in kcal; null without one. */
export function targetKcalOn({ targets }: Pick<NutritionFacts, 'targets'>, day: string): number | null {
  const target = changeOn(targets, day)?.target;
  return target ? energyOn(target, day).kcal : null;
}

/** Meals that the plan has on a day; 0 without a plan. */
export function plannedMealsOn({ plans }: Pick<NutritionFacts, 'plans'>, day: string): number {
  const plan = plans.find(({ startDay, endDay }) => startDay <= day && (endDay === null || endDay >= day));
  return plan ? (plan.meals[daysBetween(plan.startDay, day) % plan.meals.length] ?? 0) : 0;
}

/** The lowest and highest energy that follow a target, in kcal. */
export const followedBand = (targetKcal: number): { low: number; high: number } => ({
  low: Math.round(targetKcal * (1 - FOLLOWED_SHARE)),
  high: Math.round(targetKcal * (1 + FOLLOWED_SHARE)),
});

export type FollowedCount = { done: number; due: number };

const NOTHING: FollowedCount = { done: 0, due: 0 };

/** The way that the coach chose, or the one that the client has something to follow in. */
export function wayOf({ way, targets, plans, habits }: NutritionFacts, to: string): NutritionWay | null {
  if (way) return way;
  if (targets.some(({ startsOn, target }) => target && startsOn <= to)) return 'numbers';
  if (plans.some(({ startDay }) => startDay <= to)) return 'plan';
  return habits.some(({ since }) => since <= to) ? 'habits' : null;
}

/** One day by a way other than habits. `isOver`: the day has ended. */
function countDay(facts: NutritionFacts, way: NutritionWay, day: string, isOver: boolean): FollowedCount {
  const known = facts.days.find((one) => one.day === day);
  if (way === 'plan') {
    const planned = plannedMealsOn(facts, day);
    const done = Math.min(known?.ticked ?? 0, planned);
    return { done, due: isOver ? planned : done };
  }
  if (way === 'photos') {
    const done = known && known.photos > 0 ? 1 : 0;
    return { done, due: isOver ? 1 : done };
  }
  const targetKcal = targetKcalOn(facts, day);
  if (targetKcal === null || known?.status === 'fasted') return NOTHING;
  const { low, high } = followedBand(targetKcal);
  const done = known?.status === 'complete' && known.kcal >= low && known.kcal <= high ? 1 : 0;
  return { done, due: isOver ? 1 : done };
}

const daysOf = ({ from, to }: Range): string[] =>
  Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, index) => addDays(from, index));

type Within = Range & { today: string; pauses: readonly Pause[] };

/** What was due by a day, or in the week that ends with it. */
export type DatedCount = FollowedCount & { day: string };

/** Weeks that end with the last day of the range. A week in part asks for no more days than it has. */
function countHabit(habit: GivenHabit, counted: readonly string[], today: string): DatedCount[] {
  const met = new Set(habit.days.filter(({ value }) => isHabitDone(habit, value)).map(({ day }) => day));
  const weeks = Math.ceil(counted.length / NUTRITION_DAYS);
  return Array.from({ length: weeks }, (_, week): DatedCount => {
    const end = counted.length - NUTRITION_DAYS * week;
    const days = counted
      .slice(Math.max(0, end - NUTRITION_DAYS), end)
      .filter((day) => day >= habit.since || met.has(day));
    const done = days.filter((day) => met.has(day)).length;
    const asked = Math.min(habit.daysPerWeek, days.filter((day) => day < today || met.has(day)).length);
    return { day: counted[end - 1] ?? today, done: Math.min(done, asked), due: asked };
  });
}

const sumOf = (counts: readonly FollowedCount[]): FollowedCount => ({
  done: counts.reduce((sum, { done }) => sum + done, 0),
  due: counts.reduce((sum, { due }) => sum + due, 0),
});

/** Days on which the client did something, in order. */
function activeDays({ days, habits }: NutritionFacts, way: NutritionWay): string[] {
  const active = way === 'habits' ? habits.flatMap((habit) => habit.days) : days;
  return active.map(({ day }) => day).sort();
}

/**
 * Nutrition followed: how much of what was due in a range of days was done, by the client's way. Numbers: days logged
 * completely within the band around the target. A plan: its meals that were ticked. Photos: days with one. Habits: days
 * a week of each. Nothing is due before the first day with anything logged, in a pause or on a fasted day, and an open
 * day counts once it is done. A range in which nothing was logged has nothing due: the client may have stopped logging
 * and still eat as agreed.
 * @param facts from the range and before it
 */
export function nutritionFollowed(facts: NutritionFacts, within: Within): FollowedCount {
  const way = wayOf(facts, within.to);
  return way ? sumOf(followedCounts(facts, way, within)) : NOTHING;
}

/** The days and weeks of `nutritionFollowed`, by one way. */
export function followedCounts(
  facts: NutritionFacts,
  way: NutritionWay,
  { from, to, today, pauses }: Within,
): DatedCount[] {
  const active = activeDays(facts, way);
  const first = active[0] ?? '';
  if (!active.some((day) => day >= from && day <= to)) return [];
  const counted = daysOf({ from, to }).filter((day) => day >= first && day <= today && !isPausedOn(pauses, day));
  return way === 'habits'
    ? facts.habits.flatMap((habit) => countHabit(habit, counted, today))
    : counted.map((day) => ({ day, ...countDay(facts, way, day, day < today) }));
}

/** Means of the days of a week; null without such days. `intakeKcal`: of complete and fasted days. */
export function averagesOf(
  days: readonly { status: FoodDayStatus; intakeKcal: number | null; targetKcal: number | null }[],
): {
  intakeKcal: number | null;
  targetKcal: number | null;
} {
  const mean = (values: readonly number[]) =>
    values.length > 0 ? Math.round(values.reduce((sum, value) => sum + value, 0) / values.length) : null;
  const whole = days.filter(({ status }) => status === 'complete' || status === 'fasted');
  return {
    intakeKcal: mean(whole.flatMap(({ intakeKcal }) => intakeKcal ?? [])),
    targetKcal: mean(days.flatMap(({ targetKcal }) => targetKcal ?? [])),
  };
}
