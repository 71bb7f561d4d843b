import { type FoodUnit, nutrientProblem } from '../foods/foods.rules.ts';
import type { LoggedNutrients } from './foodlogs.rules.ts';

export const CLIENT_FOOD_BOUNDS = { foods: 300 } as const;
/** The name of the portion that an own food has when the weight of a serving is known. */
export const OWN_SERVING = 'serving';

/**
 * A food that a client has added. `nutrients` are those of 100 g or 100 ml, and null where nothing is known, because its
 * client does not see numbers. `serving`: what a serving weighs in g, or holds in ml.
 */
export type ClientFood = {
  name: string;
  brand: string;
  unit: FoodUnit;
  serving: number | null;
  nutrients: LoggedNutrients | null;
};

/** Why the values of a food cannot be true; null when they can. Unknown ones count as none. */
export function clientFoodProblem({ nutrients, unit }: Pick<ClientFood, 'nutrients' | 'unit'>): string | null {
  if (!nutrients) return null;
  const { kcal, protein, carbohydrate, fat } = nutrients;
  const known = { kcal, protein: protein ?? 0, carbohydrate: carbohydrate ?? 0, fat: fat ?? 0 };
  const others = { sugar: null, saturatedFat: null, fibre: null, sodiumMg: null, alcohol: null };
  return nutrientProblem({ ...known, ...others }, unit)?.message ?? null;
}

/** Values of a serving as those of 100 g or 100 ml. */
export function per100Of(nutrients: LoggedNutrients, serving: number): LoggedNutrients {
  const scale = (value: number) => Math.round((value * 100 * 100) / serving) / 100;
  const known = (value: number | null) => (value === null ? null : scale(value));
  return {
    kcal: scale(nutrients.kcal),
    protein: known(nutrients.protein),
    carbohydrate: known(nutrients.carbohydrate),
    fat: known(nutrients.fat),
  };
}
