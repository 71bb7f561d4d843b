import { type ClientFood, type ClientFoodNutrients, OWN_SERVING, per100Of } from './foodlogs.foods.rules.ts';
import type { OwnFood, OwnFoodInput } from './foodlogs.foods.ts';
import type { LoggedNutrients } from './foodlogs.rules.ts';
import type { LoggableFood } from './foodlogs.ts';

/** The food as the client in scope stores it, with values for 100 g or 100 ml. */
export function clientFoodOf({ name, brand, unit, serving, per, nutrients }: OwnFoodInput): ClientFood {
  const values = nutrients && per === 'serving' && serving !== null ? per100Of(nutrients, serving) : nutrients;
  return { name, brand, unit, serving, nutrients: values };
}

function loggedOf({ kcal, protein, carbohydrate, fat }: ClientFoodNutrients): LoggedNutrients {
  return { kcal, protein, carbohydrate, fat };
}

/** The last amount of a food, and whether the client marked it. */
type Known = Pick<LoggableFood, 'last' | 'favorite'>;
export const NEVER_LOGGED: Known = { last: null, favorite: false };

/** An own food as its client can log it. Logs have no alcohol: its energy is part of their energy. */
export const loggableOf = (food: OwnFood, { last, favorite }: Known): LoggableFood => ({
  id: food.id,
  name: food.name,
  brand: food.brand,
  tier: 'entered',
  unit: food.unit,
  nutrients: food.nutrients && loggedOf(food.nutrients),
  portions: food.serving === null ? [] : [{ name: OWN_SERVING, grams: food.serving }],
  last,
  own: true,
  favorite,
});
