import {
  type MealOption,
  type MealPlan,
  type MealPlanDay,
  NO_CONSTRAINTS,
  type PlannedFood,
  type PlannedMeal,
} from '@stridewell/contract/meals/meals.plan.rules';
import { current, isDraft } from 'mutative';
import { newId } from '../../lib/ids.ts';

/** Edits of a meal plan. They change the draft they are given, which the history of the builder makes and compares. */

export const newKey = (): string => newId().replaceAll('-', '').slice(0, 12);

const USUAL_MEALS = [
  { name: 'Breakfast', time: '07:30' },
  { name: 'Lunch', time: '12:30' },
  { name: 'Snack', time: '16:00' },
  { name: 'Dinner', time: '19:00' },
] as const;
const WEEK = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const newOption = (): MealOption => ({ key: newKey(), name: '', foods: [] });

export const newMeal = (name: string, time = ''): PlannedMeal => ({
  key: newKey(),
  name,
  time,
  note: '',
  options: [newOption()],
});

export const newDay = (name: string): MealPlanDay => ({
  key: newKey(),
  name,
  meals: USUAL_MEALS.map((meal) => newMeal(meal.name, meal.time)),
});

/** A plan of empty days: a week has the names of its days. */
export const newMealPlan = (name: string, days: number): MealPlan => ({
  name,
  notes: '',
  constraints: NO_CONSTRAINTS,
  aim: null,
  days: Array.from({ length: days }, (_, index) =>
    newDay(days === WEEK.length ? (WEEK[index] ?? '') : `Day ${index + 1}`),
  ),
});

/** A part of a draft as a plain object, which can be added elsewhere. */
const plain = <Part extends object>(part: Part): Part => structuredClone(isDraft(part) ? current(part) : part);

const copyFood = (food: PlannedFood): PlannedFood => ({ ...food, key: newKey() });
const copyOption = (option: MealOption): MealOption => ({
  ...option,
  key: newKey(),
  foods: option.foods.map(copyFood),
});
const copyMeal = (meal: PlannedMeal): PlannedMeal => ({
  ...meal,
  key: newKey(),
  options: meal.options.map(copyOption),
});
const copyDay = (day: MealPlanDay, name = day.name): MealPlanDay => ({
  ...day,
  name,
  key: newKey(),
  meals: day.meals.map(copyMeal),
});

/** A day, a meal or a food with new keys, so that it can be added beside the one it was copied from. */
export type Copied =
  | { kind: 'day'; day: MealPlanDay }
  | { kind: 'meal'; meal: PlannedMeal }
  | { kind: 'food'; food: PlannedFood };

const indexOfKey = (list: readonly { key: string }[], key: string): number => list.findIndex((one) => one.key === key);

export const findDay = ({ days }: MealPlan, key: string): MealPlanDay | undefined =>
  days.find((day) => day.key === key);

export function findMeal(plan: MealPlan, key: string): { day: MealPlanDay; meal: PlannedMeal } | undefined {
  for (const day of plan.days) {
    const meal = day.meals.find((one) => one.key === key);
    if (meal) return { day, meal };
  }
  return undefined;
}

type FoundFood = { day: MealPlanDay; meal: PlannedMeal; option: MealOption; food: PlannedFood };

export function findFood(plan: MealPlan, key: string): FoundFood | undefined {
  for (const day of plan.days) {
    for (const meal of day.meals) {
      for (const option of meal.options) {
        const food = option.foods.find((one) => one.key === key);
        if (food) return { day, meal, option, food };
      }
    }
  }
  return undefined;
}

export function findOption(plan: MealPlan, key: string): MealOption | undefined {
  return plan.days
    .flatMap(({ meals }) => meals)
    .flatMap(({ options }) => options)
    .find((option) => option.key === key);
}

/** Adds a copy of a day behind it. */
export function duplicateDay(plan: MealPlan, key: string): void {
  const index = indexOfKey(plan.days, key);
  const day = plan.days[index];
  if (day) plan.days.splice(index + 1, 0, copyDay(plain(day), `${day.name} (copy)`.slice(0, 80)));
}

export function deleteDay(plan: MealPlan, key: string): void {
  if (plan.days.length > 1) plan.days = plan.days.filter((day) => day.key !== key);
}

/** Moves a part of a list by some places. */
function shift<Part extends { key: string }>(list: Part[], key: string, by: number): void {
  const index = indexOfKey(list, key);
  const to = index + by;
  const [part] = to >= 0 && to < list.length && index >= 0 ? list.splice(index, 1) : [];
  if (part) list.splice(to, 0, part);
}

export const shiftDay = (plan: MealPlan, key: string, by: number): void => shift(plan.days, key, by);

export function shiftMeal(plan: MealPlan, key: string, by: number): void {
  const found = findMeal(plan, key);
  if (found) shift(found.day.meals, key, by);
}

export function shiftFood(plan: MealPlan, key: string, by: number): void {
  const found = findFood(plan, key);
  if (found) shift(found.option.foods, key, by);
}

export function deleteMeal(plan: MealPlan, key: string): void {
  const found = findMeal(plan, key);
  if (found) found.day.meals = found.day.meals.filter((meal) => meal.key !== key);
}

export function deleteFood(plan: MealPlan, key: string): void {
  const found = findFood(plan, key);
  if (found) found.option.foods = found.option.foods.filter((food) => food.key !== key);
}

/** Adds another way to make a meal, as a copy of the last one. */
export function addOption(plan: MealPlan, mealKey: string): void {
  const meal = findMeal(plan, mealKey)?.meal;
  const last = meal?.options.at(-1);
  if (meal && last) meal.options.push({ ...copyOption(plain(last)), name: '' });
}

export function deleteOption(plan: MealPlan, mealKey: string, optionKey: string): void {
  const meal = findMeal(plan, mealKey)?.meal;
  if (meal && meal.options.length > 1) meal.options = meal.options.filter((option) => option.key !== optionKey);
}

export function addFoods(plan: MealPlan, optionKey: string, foods: readonly PlannedFood[]): void {
  findOption(plan, optionKey)?.foods.push(...foods);
}

/** Takes what the cursor is at. */
export function copyAt(plan: MealPlan, { at, key }: Spot): Copied | null {
  if (at === 'day') {
    const day = findDay(plan, key);
    return day ? { kind: 'day', day } : null;
  }
  if (at === 'meal') {
    const meal = findMeal(plan, key)?.meal;
    return meal ? { kind: 'meal', meal } : null;
  }
  const food = findFood(plan, key)?.food;
  return food ? { kind: 'food', food } : null;
}

/** A day, a meal or a food of the grid. */
export type Spot = { at: 'day' | 'meal' | 'food'; key: string };

const optionAt = (plan: MealPlan, { at, key }: Spot): MealOption | undefined => {
  if (at === 'meal') return findMeal(plan, key)?.meal.options[0];
  if (at === 'food') return findFood(plan, key)?.option;
  return findDay(plan, key)?.meals[0]?.options[0];
};

const dayAt = (plan: MealPlan, { at, key }: Spot): MealPlanDay | undefined => {
  if (at === 'day') return findDay(plan, key);
  return at === 'meal' ? findMeal(plan, key)?.day : findFood(plan, key)?.day;
};

/** Adds what was copied: a day behind the day, a meal behind the meal, a food to the meal. */
export function pasteAt(plan: MealPlan, spot: Spot, copied: Copied): void {
  const day = dayAt(plan, spot);
  if (!day) return;
  if (copied.kind === 'day') {
    plan.days.splice(indexOfKey(plan.days, day.key) + 1, 0, copyDay(plain(copied.day)));
  } else if (copied.kind === 'meal') {
    const mealKey = spot.at === 'food' ? findFood(plan, spot.key)?.meal.key : spot.key;
    const index = indexOfKey(day.meals, mealKey ?? '');
    day.meals.splice(index === -1 ? day.meals.length : index + 1, 0, copyMeal(plain(copied.meal)));
  } else {
    optionAt(plan, spot)?.foods.push(copyFood(plain(copied.food)));
  }
}

/** Replaces the portions of a day by fitted ones, which have the same keys. */
export function replaceDay(plan: MealPlan, day: MealPlanDay): void {
  const index = indexOfKey(plan.days, day.key);
  if (index !== -1) plan.days[index] = day;
}
