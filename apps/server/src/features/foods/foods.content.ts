import { type FoodInput, food, foodInput } from '@stridewell/contract/foods/foods';
import { ALLERGENS } from '@stridewell/contract/foods/foods.rules';
import { z } from 'zod';
import content from './foods.content.json' with { type: 'json' };

const { id, name, category, unit, alcohol, diets, source, sourceId } = food.shape;
const { kcal, protein, carbohydrate, fat, sugar, saturatedFat, fibre, sodiumMg } = food.shape;
const substances = z.array(z.enum(ALLERGENS)).default([]);

/**
 * A food as the file has it. `values`: of 100 g or 100 ml. `contains` and `unsure` are allergens, and all others were
 * checked and are not in it. A food keeps its `id`, because meals and logs store it.
 */
const entry = z.object({
  id,
  name,
  category,
  unit: unit.default('g'),
  values: z.tuple([kcal, protein, carbohydrate, fat, sugar, saturatedFat, fibre, sodiumMg]),
  alcohol: alcohol.default(0),
  portions: z.array(z.tuple([z.string(), z.number()])),
  contains: substances,
  unsure: substances,
  diets,
  source,
  sourceId: sourceId.default(''),
});

function readEntry({ id, values, portions, contains, unsure, ...rest }: z.infer<typeof entry>): BuiltInFood {
  const [kcal, protein, carbohydrate, fat, sugar, saturatedFat, fibre, sodiumMg] = values;
  const no = ALLERGENS.filter((allergen) => !contains.includes(allergen) && !unsure.includes(allergen));
  const facts = {
    brand: '',
    portions: portions.map(([name, grams]) => ({ name, grams })),
    allergens: { yes: contains, no },
    kcal,
    protein,
    carbohydrate,
    fat,
    sugar,
    saturatedFat,
    fibre,
    sodiumMg,
  };
  return { id, food: foodInput.parse({ ...rest, ...facts }) };
}

export type BuiltInFood = { id: string; food: FoodInput };

/** The foods that ship with the product, the same for every coach. */
export const BUILT_IN_FOODS: readonly BuiltInFood[] = z.array(entry).parse(content).map(readEntry);
