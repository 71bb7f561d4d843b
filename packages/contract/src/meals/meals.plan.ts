import { z } from 'zod';
import { hasNoRepeats, id, line } from '../fields.ts';
import { foodAmount } from '../foods/foods.fields.ts';
import { ALLERGENS, DIETS, FOOD_BOUNDS } from '../foods/foods.rules.ts';
import { key, optionalLine, text, whole } from '../programs/programs.workout.rules.ts';
import { BUDGETS, foodsOf, MEAL_BOUNDS, mealsOf, optionsOf } from './meals.parts.rules.ts';

const foodChoice = z.object({
  foodId: id,
  /** The food's name when it was added, shown when the food has been deleted since. */
  name: line(FOOD_BOUNDS.name),
  amount: foodAmount,
});
export type FoodChoice = z.infer<typeof foodChoice>;

/** A food of a meal, and what the client may eat instead. */
export const plannedFood = foodChoice.extend({
  key,
  swaps: z.array(foodChoice).max(MEAL_BOUNDS.swaps, `A food can have up to ${MEAL_BOUNDS.swaps} swaps`),
});
export type PlannedFood = z.infer<typeof plannedFood>;

/** One way to make a meal. The first one counts for the day's totals. */
export const mealOption = z.object({
  key,
  name: optionalLine(MEAL_BOUNDS.name),
  foods: z.array(plannedFood).max(MEAL_BOUNDS.items, `A meal can have up to ${MEAL_BOUNDS.items} foods`),
});
export type MealOption = z.infer<typeof mealOption>;

export const plannedMeal = z.object({
  key,
  name: line(MEAL_BOUNDS.name),
  /** When the meal is usually eaten, like `07:30`; empty when it does not matter. */
  time: z.union([z.literal(''), z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time')]),
  note: text(MEAL_BOUNDS.note),
  options: z.array(mealOption).min(1).max(MEAL_BOUNDS.options, `A meal can have up to ${MEAL_BOUNDS.options} options`),
});
export type PlannedMeal = z.infer<typeof plannedMeal>;

export const mealPlanDay = z.object({
  key,
  name: line(MEAL_BOUNDS.name),
  meals: z.array(plannedMeal).max(MEAL_BOUNDS.meals, `A day can have up to ${MEAL_BOUNDS.meals} meals`),
});
export type MealPlanDay = z.infer<typeof mealPlanDay>;

/** The limits of the plan. `meals.constraints.rules.ts` checks all but diet and allergens, which concern each food. */
export const mealConstraints = z.object({
  diet: z.enum(DIETS).nullable(),
  allergens: z.array(z.enum(ALLERGENS)).refine(hasNoRepeats, 'Please choose each once'),
  mealsPerDay: whole(1, MEAL_BOUNDS.meals).nullable(),
  /** Minutes for one meal. */
  cookingMinutes: whole(5, 240).nullable(),
  budget: z.enum(BUDGETS).nullable(),
  /** Cook once for several days. */
  batch: z.boolean(),
});
export type MealConstraints = z.infer<typeof mealConstraints>;

/** The target of each day of the plan. */
export const planAim = z.object({
  kcal: whole(MEAL_BOUNDS.leastKcal, MEAL_BOUNDS.mostKcal),
  protein: whole(0, 500).nullable(),
  carbohydrate: whole(0, 1500).nullable(),
  fat: whole(0, 500).nullable(),
});
export type PlanAim = z.infer<typeof planAim>;

const CONTENT = z.object({
  name: line(MEAL_BOUNDS.name),
  notes: text(MEAL_BOUNDS.notes),
  constraints: mealConstraints,
  aim: planAim.nullable(),
  days: z
    .array(mealPlanDay)
    .min(1, 'Please add a day')
    .max(MEAL_BOUNDS.days, `A plan has up to ${MEAL_BOUNDS.days} days`),
});
export type MealPlan = z.infer<typeof CONTENT>;

const keysOf = (plan: MealPlan): string[] => [
  ...[...plan.days, ...mealsOf(plan), ...optionsOf(plan), ...foodsOf(plan)].map((part) => part.key),
];

/** A meal plan. Its days repeat: the day after the last one is the first one again. */
export const mealPlan = CONTENT.refine(
  (plan) => foodsOf(plan).flatMap((food) => [food, ...food.swaps]).length <= MEAL_BOUNDS.total,
  `A plan can have up to ${MEAL_BOUNDS.total.toLocaleString('en-US')} foods`,
).refine((plan) => hasNoRepeats(keysOf(plan)), 'Each part needs a different key');
