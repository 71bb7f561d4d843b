import { amountInUnit, type FoodAmount, type MeasuredFood, nutrientsIn } from './foods.amounts.rules.ts';
import {
  ALLERGENS,
  type Allergen,
  type Answer,
  answerOf,
  DIETS,
  type Diet,
  FOOD_BOUNDS,
  type Known,
  type Nutrients,
  nutrientProblem,
} from './foods.rules.ts';

export const RECIPE_BOUNDS = {
  ingredients: 40,
  servings: 100,
  minutes: 1440,
  steps: 4000,
  /** Cooked weight in g. */
  grams: 100_000,
  /** Cooked weight as a share of the raw weight: dried beans take up water, a stock boils down. */
  factor: { least: 0.05, most: 10 },
  /** A recipe, the recipes in it, and the recipes in those. */
  levels: 3,
  /** Ingredients with those of the recipes in it, which a shopping list has to hold. */
  allIngredients: 120,
  /** Versions of recipes that plans may still show, together with the foods of the coach. */
  stored: 10_000,
} as const;

/**
 * The cooked weight of all servings: as much as the ingredients, a weight in g, or a share of the weight of
 * the ingredients. It changes what 100 g contain, never what the whole recipe contains.
 */
export type RecipeYield = { kind: 'raw' } | { kind: 'grams'; grams: number } | { kind: 'factor'; factor: number };

export type Ingredient = { foodId: string; name: string; amount: FoodAmount };
/** `steps`: one paragraph a step. */
export type Recipe = {
  servings: number;
  yield: RecipeYield;
  minutes: number | null;
  steps: string;
  ingredients: Ingredient[];
};

/** The facts of a food that a recipe needs. */
export type IngredientFood = MeasuredFood & Nutrients & { allergens: Known<Allergen>; diets: Known<Diet> };
type FoodsById<Food> = ReadonlyMap<string, Food>;

/** How much of a food an amount is, in the food's unit. Null where volume meets weight and no portion has the density. */
export const quantityIn = (amount: FoodAmount, food: MeasuredFood): number | null =>
  // The weight of a portion is in the unit of its food.
  'portion' in amount ? amount.value * amount.portion.grams : amountInUnit(amount, food);

/**
 * Grams of the ingredients before cooking. A milliliter of a liquid counts as a gram, as water does. Ingredients that are
 * not known add nothing.
 */
export const rawGrams = (ingredients: readonly Ingredient[], foods: FoodsById<MeasuredFood>): number =>
  ingredients.reduce((sum, { foodId, amount }) => {
    const food = foods.get(foodId);
    return sum + (food ? (quantityIn(amount, food) ?? 0) : 0);
  }, 0);

/** Grams of all servings together. */
export function yieldGrams(chosen: RecipeYield, raw: number): number {
  if (chosen.kind === 'grams') return chosen.grams;
  return chosen.kind === 'factor' ? raw * chosen.factor : raw;
}

const plus = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : one + other;

const NOTHING: Nutrients = {
  kcal: 0,
  protein: 0,
  carbohydrate: 0,
  fat: 0,
  sugar: 0,
  saturatedFat: 0,
  fibre: 0,
  sodiumMg: 0,
  alcohol: 0,
};

const add = (sum: Nutrients, more: Nutrients): Nutrients => ({
  kcal: sum.kcal + more.kcal,
  protein: sum.protein + more.protein,
  carbohydrate: sum.carbohydrate + more.carbohydrate,
  fat: sum.fat + more.fat,
  sugar: plus(sum.sugar, more.sugar),
  saturatedFat: plus(sum.saturatedFat, more.saturatedFat),
  fibre: plus(sum.fibre, more.fibre),
  sodiumMg: plus(sum.sodiumMg, more.sodiumMg),
  alcohol: plus(sum.alcohol, more.alcohol),
});

/** Nutrients of all ingredients together. A value that one ingredient does not have is not known. */
export const sumOf = (ingredients: readonly Ingredient[], foods: FoodsById<MeasuredFood & Nutrients>): Nutrients =>
  ingredients.reduce((sum, { foodId, amount }) => {
    const food = foods.get(foodId);
    const quantity = food && quantityIn(amount, food);
    return food && quantity ? add(sum, nutrientsIn(food, quantity)) : sum;
  }, NOTHING);

/** The answer for all: `decides` in one ingredient is enough, and without it a single unknown leaves it unknown. */
function together<Value extends string>(
  values: readonly Value[],
  parts: readonly Known<Value>[],
  decides: 'yes' | 'no',
): Known<Value> {
  const other: Answer = decides === 'yes' ? 'no' : 'yes';
  const answer = (value: Value): Answer => {
    const answers = parts.map((part) => answerOf(part, value));
    if (answers.includes(decides)) return decides;
    return answers.length > 0 && answers.every((one) => one === other) ? other : 'unknown';
  };
  return {
    yes: values.filter((value) => answer(value) === 'yes'),
    no: values.filter((value) => answer(value) === 'no'),
  };
}

export type Answers = { allergens: Known<Allergen>; diets: Known<Diet> };
/** Of a food that was deleted since. */
const UNKNOWN: Answers = { allergens: { yes: [], no: [] }, diets: { yes: [], no: [] } };

/**
 * Allergens and diets of a recipe: it has an allergen that one ingredient has, and suits a diet that all ingredients
 * suit. What one ingredient leaves open stays open, so unknown never becomes no.
 */
export function answersOf(ingredients: readonly Pick<Ingredient, 'foodId'>[], foods: FoodsById<Answers>): Answers {
  const parts = ingredients.map(({ foodId }) => foods.get(foodId) ?? UNKNOWN);
  return {
    allergens: together(
      ALLERGENS,
      parts.map(({ allergens }) => allergens),
      'yes',
    ),
    diets: together(
      DIETS,
      parts.map(({ diets }) => diets),
      'no',
    ),
  };
}

const SERVING = 'serving';
const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));
const per100 = (value: number | null, grams: number) => (value === null ? null : rounded((value * 100) / grams, 4));

/** Nutrients of 100 g as they are served, and one serving as a portion. */
export function recipeFood(recipe: Recipe, foods: FoodsById<IngredientFood>) {
  const { ingredients, servings } = recipe;
  const sum = sumOf(ingredients, foods);
  const grams = yieldGrams(recipe.yield, rawGrams(ingredients, foods));
  const required = (value: number) => rounded((value * 100) / grams, 4);
  const nutrients: Nutrients = {
    kcal: required(sum.kcal),
    protein: required(sum.protein),
    carbohydrate: required(sum.carbohydrate),
    fat: required(sum.fat),
    sugar: per100(sum.sugar, grams),
    saturatedFat: per100(sum.saturatedFat, grams),
    fibre: per100(sum.fibre, grams),
    sodiumMg: per100(sum.sodiumMg, grams),
    alcohol: per100(sum.alcohol, grams),
  };
  return { nutrients, portions: [{ name: SERVING, grams: rounded(grams / servings, 2) }], grams };
}

/** The ingredients of each recipe, by its latest id. Ids that are no key are foods. */
export type RecipeTree = ReadonlyMap<string, readonly string[]>;

/** Why recipes may not contain each other like this; null when they may. Looks no deeper than the levels allowed. */
export function treeProblem(tree: RecipeTree): string | null {
  const sizes = new Map<string, number>();
  const visit = (id: string, above: readonly string[]): string | null => {
    const ingredients = tree.get(id);
    if (!ingredients) return null;
    if (above.includes(id)) return 'A recipe cannot contain itself, also not through another recipe.';
    if (above.length >= RECIPE_BOUNDS.levels) {
      return `Recipes can contain each other ${RECIPE_BOUNDS.levels} levels deep. Add the ingredients of the inner one instead.`;
    }
    let size = 0;
    for (const one of ingredients) {
      const problem = visit(one, [...above, id]);
      if (problem) return problem;
      size += sizes.get(one) ?? 1;
    }
    sizes.set(id, size);
    return size > RECIPE_BOUNDS.allIngredients
      ? `With the recipes in it, a recipe can have up to ${RECIPE_BOUNDS.allIngredients} ingredients.`
      : null;
  };
  for (const id of tree.keys()) {
    const problem = visit(id, []);
    if (problem) return problem;
  }
  return null;
}

export type RecipeProblem = { path: 'ingredients' | 'yield' | 'servings'; message: string };

/** Why a recipe cannot be saved as it is; null when it can. */
export function recipeProblem(recipe: Recipe, foods: FoodsById<IngredientFood>): RecipeProblem | null {
  for (const { foodId, name, amount } of recipe.ingredients) {
    const food = foods.get(foodId);
    if (!food) return { path: 'ingredients', message: `${name} was deleted. Remove it, or choose another food.` };
    if (quantityIn(amount, food) === null) {
      return { path: 'ingredients', message: `How much this amount of ${name} weighs is not known. Enter it in g.` };
    }
  }
  const { nutrients, portions, grams } = recipeFood(recipe, foods);
  const [serving] = portions;
  if (!(grams >= 1) || grams > RECIPE_BOUNDS.grams) {
    return { path: 'yield', message: `A recipe weighs 1 g to ${RECIPE_BOUNDS.grams / 1000} kg.` };
  }
  if (!serving || serving.grams > FOOD_BOUNDS.portionGrams) {
    return { path: 'servings', message: 'A serving weighs up to 5 kg. Enter more servings.' };
  }
  // The parts of an ingredient were checked with it, so only water that is missing can break the sum.
  if (nutrientProblem(nutrients, 'g') || nutrients.kcal > FOOD_BOUNDS.kcal) {
    return { path: 'yield', message: 'The ingredients without their water weigh more. Check the cooked weight.' };
  }
  if ((nutrients.sodiumMg ?? 0) > FOOD_BOUNDS.sodiumMg) {
    return { path: 'yield', message: 'This is more sodium than pure salt has. Check the cooked weight.' };
  }
  return null;
}
