import type { FoodAmount } from '../src/foods/foods.amounts.rules.ts';
import {
  type MealPlan,
  type MealPlanDay,
  NO_CONSTRAINTS,
  type PlannedFood,
  type PlannedMeal,
} from '../src/meals/meals.plan.rules.ts';

const keyOf = (part: string, number: number): string => `${part}${String(number).padStart(6, '0')}`;

/** A food of a plan for tests, 100 g unless said otherwise. */
export const aPlannedFood = (
  number: number,
  foodId: string,
  { name = 'Food', amount = { value: 100, measure: 'g' } as FoodAmount, swaps = [] as PlannedFood['swaps'] } = {},
): PlannedFood => ({ key: keyOf('food', number), foodId, name, amount, swaps });

export const aMeal = (number: number, foods: PlannedFood[], changes: Partial<PlannedMeal> = {}): PlannedMeal => ({
  key: keyOf('meal', number),
  name: 'Breakfast',
  time: '07:30',
  note: '',
  options: [{ key: keyOf('option', number), name: '', foods }],
  ...changes,
});

export const aMealDay = (number: number, meals: PlannedMeal[], name = `Day ${number}`): MealPlanDay => ({
  key: keyOf('day', number),
  name,
  meals,
});

/** A plan of these days, without an aim. */
export const aMealPlan = (days: MealPlanDay[], changes: Partial<MealPlan> = {}): MealPlan => ({
  name: 'Cutting',
  notes: '',
  constraints: NO_CONSTRAINTS,
  aim: null,
  days,
  ...changes,
});
