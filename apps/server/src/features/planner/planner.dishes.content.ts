import { z } from 'zod';
import { BUILT_IN_FOODS } from '../foods/foods.built-in.service.ts';
import content from './planner.content.json' with { type: 'json' };

export const MEAL_PARTS = ['breakfast', 'lunch', 'dinner', 'snack'] as const;
export type MealPart = (typeof MEAL_PARTS)[number];

const entry = z.object({
  id: z.string().regex(/^[a-z]+(?:-[a-z]+)*$/),
  name: z.string(),
  parts: z.array(z.enum(MEAL_PARTS)).min(1),
  /** Like `60 Rolled oats, dry`: the usual portion in grams, or in milliliters for drinks, and a built-in food. */
  foods: z.array(z.string().regex(/^\d+ \S/)).min(1),
});

export type DishFood = { foodId: string; name: string; value: number; measure: 'g' | 'ml' };
/** A meal that the planner can choose. Diet, allergens, time and cost follow from its foods. */
export type Dish = { id: string; name: string; parts: readonly MealPart[]; foods: readonly DishFood[] };

const builtIn = new Map(BUILT_IN_FOODS.map((one) => [one.food.name, one]));

function readFood(line: string): DishFood {
  const [, amount = '', name = ''] = /^(\d+) (.+)$/.exec(line) ?? [];
  const found = builtIn.get(name);
  if (!found) throw new Error(`no built-in food is called ${name}`);
  return { foodId: found.id, name, value: Number(amount), measure: found.food.unit };
}

export const DISHES: readonly Dish[] = z
  .array(entry)
  .parse(content)
  .map(({ foods, ...dish }) => ({ ...dish, foods: foods.map(readFood) }));

/** The foods of all dishes, to read their facts. */
export const DISH_FOOD_IDS: readonly string[] = [
  ...new Set(DISHES.flatMap(({ foods }) => foods.map(({ foodId }) => foodId))),
];
