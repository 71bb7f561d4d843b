import type { CoachFood, Food } from '@stridewell/contract/foods/foods';
import {
  answersOf,
  type Ingredient,
  quantityIn,
  type Recipe,
  rawGrams,
  yieldGrams,
} from '@stridewell/contract/foods/foods.recipes.rules';
import type { CoachRow } from './foods.coach.data.ts';

/**
 * A food as its coach sees it: that of all coaches, with the coach's content and marks on top.
 * @throws Error for a row without content and without a food below it, which writes prevent
 */
export function asCoachFood(shared: Food | undefined, row: CoachRow | undefined): CoachFood {
  const own = { own: shared === undefined, changed: shared !== undefined && row?.food != null };
  // A coach's own content stays in their collection when operators hide the food below it.
  const isWithdrawn = shared?.hidden === true && row?.food == null;
  const hidden = isWithdrawn || row?.hidden === true;
  const marks = { hidden, favorite: row?.favorite ?? false, version: row?.version ?? 0 };
  const below = shared && { ...shared, ...own, ...marks, recipe: null };
  if (!row?.food) {
    if (below) return below;
    throw new Error('a food has no content');
  }
  return { ...row.food, id: row.id, builtIn: shared?.builtIn ?? false, ...own, ...marks, recipe: null };
}

type Groceries = NonNullable<CoachFood['recipe']>['ingredients'];

/** The groceries for an ingredient: for a recipe, its own ones in the amount that is needed. None of a deleted food. */
function groceriesOf(one: Ingredient, food: CoachFood | undefined): Groceries {
  if (!food) return [];
  const grams = quantityIn(one.amount, food);
  if (!food.recipe || grams === null) {
    const { category, unit, portions } = food;
    return [{ ...one, category, unit, portions }];
  }
  const share = grams / food.recipe.grams;
  return food.recipe.ingredients.map((inner) => ({
    ...inner,
    amount: { ...inner.amount, value: inner.amount.value * share },
  }));
}

/**
 * A recipe with its ingredients. Its nutrients are those of its version. Allergens and diets are those that the foods
 * have today, because a correction of an allergen has to reach every plan.
 */
export function asRecipe(
  food: CoachFood,
  { ingredients, servings, minutes, ...recipe }: Recipe,
  foods: ReadonlyMap<string, CoachFood>,
): CoachFood {
  const known = ingredients.flatMap((one) => groceriesOf(one, foods.get(one.foodId)));
  const [serving] = food.portions;
  const grams = serving ? serving.grams * servings : yieldGrams(recipe.yield, rawGrams(ingredients, foods));
  return { ...food, ...answersOf(ingredients, foods), recipe: { grams, servings, minutes, ingredients: known } };
}

/** Foods of both kinds by name, in the order of the database, which is that of the bytes. */
export const mergeByName = <Row extends { nameKey: string; id: string }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => compareBytes(a.nameKey, b.nameKey) || compareBytes(a.id, b.id));

const compareBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
