import { energyDoubt, type FoodUnit, type Nutrients, nutrientProblem } from '../foods/foods.rules.ts';
import type { LoggedNutrients } from './foodlogs.rules.ts';

export const CLIENT_FOOD_BOUNDS = { foods: 300 } as const;
/** The name of the portion that an own food has when the weight of a serving is known. */
export const OWN_SERVING = 'serving';

/** Of 100 g, 100 ml or a serving. Alcohol gives 7 kcal a gram; it is missing in foods from before it could be entered. */
export type ClientFoodNutrients = LoggedNutrients & { alcohol?: number | null | undefined };

/**
 * A food that a client has added. `nutrients` are those of 100 g or 100 ml, and null where nothing is known, because its
 * client does not see numbers. `serving`: what a serving weighs in g, or holds in ml.
 */
export type ClientFood = {
  name: string;
  brand: string;
  unit: FoodUnit;
  serving: number | null;
  nutrients: ClientFoodNutrients | null;
};

const OTHERS = { sugar: null, saturatedFat: null, fibre: null, sodiumMg: null } as const;

/** Unknown values count as none. */
const knownOf = ({ kcal, protein, carbohydrate, fat, alcohol }: ClientFoodNutrients): Nutrients => ({
  kcal,
  protein: protein ?? 0,
  carbohydrate: carbohydrate ?? 0,
  fat: fat ?? 0,
  alcohol: alcohol ?? null,
  ...OTHERS,
});

/** Why the values of a food cannot be true; null when they can. */
export function clientFoodProblem({ nutrients, unit }: Pick<ClientFood, 'nutrients' | 'unit'>): string | null {
  if (!nutrients) return null;
  return nutrientProblem(knownOf(nutrients), unit)?.message ?? null;
}

/**
 * A range of kcal that does not fit to the energy of a food or a serving; null when it fits. `to` is null as long as not
 * all of protein, carbohydrate and fat are known. A hint: some foods differ for a reason.
 */
export function clientFoodDoubt(nutrients: ClientFoodNutrients): { from: number; to: number | null } | null {
  const doubt = energyDoubt(knownOf(nutrients));
  if (!doubt) return null;
  const { kcal, protein, carbohydrate, fat } = nutrients;
  if (protein !== null && carbohydrate !== null && fat !== null) return doubt;
  return kcal < doubt.from ? { from: doubt.from, to: null } : null;
}

/** Values of a serving as those of 100 g or 100 ml. */
export function per100Of(nutrients: ClientFoodNutrients, serving: number): ClientFoodNutrients {
  const scale = (value: number) => Math.round((value * 100 * 100) / serving) / 100;
  const known = <Value extends null | undefined>(value: number | Value) =>
    typeof value === 'number' ? scale(value) : value;
  return {
    kcal: scale(nutrients.kcal),
    protein: known(nutrients.protein),
    carbohydrate: known(nutrients.carbohydrate),
    fat: known(nutrients.fat),
    alcohol: known(nutrients.alcohol),
  };
}
