import type { OwnMealPlan } from '@stridewell/contract/meals/meals';

export type PlannedMeal = OwnMealPlan['meals'][number];

/** A meal is the next one until this many minutes after its time. */
const LATE_MINUTES = 90;

/**
 * The next meal that is not ticked: the first one whose time is not long past, or that has no time.
 * @param ticked keys of meals
 * @param minute of the day
 */
export function nextMealOf(
  meals: readonly PlannedMeal[],
  ticked: ReadonlySet<string>,
  minute: number,
): PlannedMeal | null {
  const isAhead = ({ time }: PlannedMeal) => {
    const [hours = 0, minutes = 0] = time.split(':').map(Number);
    return time === '' || 60 * hours + minutes + LATE_MINUTES >= minute;
  };
  return meals.find((meal) => !ticked.has(meal.key) && isAhead(meal)) ?? null;
}
