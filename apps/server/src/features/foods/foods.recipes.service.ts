import { isDeepStrictEqual } from 'node:util';
import type { CoachFood, FoodInput } from '@stridewell/contract/foods/foods';
import { EMPTY_FOOD } from '@stridewell/contract/foods/foods';
import type { RecipeInput } from '@stridewell/contract/foods/foods.recipes';
import {
  answersOf,
  RECIPE_BOUNDS,
  type Recipe,
  recipeFood,
  recipeProblem,
  treeProblem,
} from '@stridewell/contract/foods/foods.recipes.rules';
import { FOOD_BOUNDS } from '@stridewell/contract/foods/foods.rules';
import { refuse } from '../../core/refusals.ts';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import {
  type CoachRow,
  countCoachRows,
  lockCoachFoods,
  lockCoachRow,
  moveAliases,
  selectCoachRows,
  selectRecipeTree,
  storeCoachRow,
  storeOwnWords,
} from './foods.coach.data.ts';
import { readCurrentFoods, readFoods } from './foods.coach.service.ts';
import { recordFoodUses } from './foods.uses.service.ts';

/**
 * A recipe as it is stored, in the version with this id, with its food.
 * @throws NOT_FOUND
 */
export async function readRecipe(
  tx: Tx<CoachScope | ClientScope>,
  id: string,
): Promise<{ food: CoachFood; recipe: Recipe }> {
  const [[row], [food]] = await Promise.all([selectCoachRows(tx, [id]), readFoods(tx, [id])]);
  if (!row?.recipe || !food) throw refuse('NOT_FOUND');
  return { food, recipe: row.recipe };
}

/**
 * The latest version of a recipe with its ingredients as they are today.
 * @throws NOT_FOUND
 */
export async function getRecipe(
  tx: Tx<CoachScope>,
  id: string,
): Promise<{ food: CoachFood; recipe: Recipe; foods: CoachFood[] }> {
  const [row] = await selectCoachRows(tx, [id]);
  const { food, recipe } = await readRecipe(tx, row?.mergedInto ?? id);
  const foods = await readCurrentFoods(
    tx,
    recipe.ingredients.map(({ foodId }) => foodId),
  );
  // By the ids that the recipe has, also of foods that were merged since.
  return { food, recipe, foods: [...foods].map(([foodId, one]) => ({ ...one, id: foodId })) };
}

type SaveTx = Tx<CoachScope, 'RECIPE_CHANGED' | 'RECIPE_NOT_POSSIBLE' | 'TOO_MANY_FOODS'>;

/** Why recipes would contain each other too deeply, or in a circle, with this version; null when they would not. */
async function nestingProblem(
  tx: SaveTx,
  { id, replaces }: Pick<Version, 'id' | 'replaces'>,
  ingredients: readonly CoachFood[],
): Promise<string | null> {
  const moved = new Map(replaces === null ? [] : [[replaces, id]]);
  const tree = await selectRecipeTree(tx, moved);
  return treeProblem(
    tree.set(
      id,
      ingredients.map((food) => moved.get(food.id) ?? food.id),
    ),
  );
}

/** The food that a recipe makes. @throws RECIPE_NOT_POSSIBLE */
async function cook(tx: SaveTx, { input: { name, ...recipe }, ...version }: Version): Promise<FoodInput> {
  const foods = await readCurrentFoods(
    tx,
    recipe.ingredients.map(({ foodId }) => foodId),
  );
  const problem = recipeProblem(recipe, foods)?.message ?? (await nestingProblem(tx, version, [...foods.values()]));
  if (problem) throw refuse(tx, 'RECIPE_NOT_POSSIBLE', { data: { problem } });
  const { nutrients, portions } = recipeFood(recipe, foods);
  const { source, sourceId, brand, barcode } = EMPTY_FOOD;
  const answers = answersOf(recipe.ingredients, foods);
  return { ...nutrients, name, brand, category: 'meals', unit: 'g', portions, source, sourceId, barcode, ...answers };
}

/** The row that a version replaces. @throws NOT_FOUND, RECIPE_CHANGED when it is not the latest any more */
async function lockReplaced(tx: SaveTx, id: string): Promise<CoachRow> {
  const row = await lockCoachRow(tx, id);
  if (!row?.recipe) throw refuse('NOT_FOUND');
  if (row.mergedInto !== null) throw refuse(tx, 'RECIPE_CHANGED');
  return row;
}

type SaveInput = { foodId: string; replaces: string | null; recipe: RecipeInput };

/**
 * Adds a recipe, or a version of one. The version before keeps its row, because plans and logs name its id and stay as
 * they were. Idempotent.
 * @throws RECIPE_NOT_POSSIBLE, RECIPE_CHANGED, TOO_MANY_FOODS, NOT_FOUND for an unknown recipe to replace
 */
export async function saveRecipe(
  tx: SaveTx,
  { foodId: id, replaces, recipe: input }: SaveInput,
  now: Date,
): Promise<CoachFood> {
  await lockCoachFoods(tx);
  const { name, ...recipe } = input;
  const known = await lockCoachRow(tx, id);
  const isSame = known?.food?.name === name && isDeepStrictEqual(known.recipe, recipe);
  if (known && !isSame) throw refuse(tx, 'RECIPE_CHANGED');
  if (!known) await storeVersion(tx, { id, replaces, input }, now);
  const [food] = await readFoods(tx, [id]);
  if (!food) throw refuse('NOT_FOUND');
  return food;
}

type Version = { id: string; replaces: string | null; input: RecipeInput };

async function storeVersion(tx: SaveTx, { id, replaces, input }: Version, now: Date): Promise<void> {
  // The id of a food of all coaches would hide it.
  if ((await readFoods(tx, [id])).length > 0) throw refuse(tx, 'RECIPE_CHANGED');
  const before = replaces === null ? null : await lockReplaced(tx, replaces);
  const { own, stored } = await countCoachRows(tx);
  if (stored >= RECIPE_BOUNDS.stored || (!before && own >= FOOD_BOUNDS.own)) throw refuse(tx, 'TOO_MANY_FOODS');
  const food = await cook(tx, { id, replaces, input });
  const { name: _, ...recipe } = input;
  const { hidden = false, favorite = false, version = 0 } = before ?? {};
  await storeCoachRow(tx, { id, food, recipe, hidden, favorite, mergedInto: null, version: version + 1 });
  await storeOwnWords(tx, { coachId: tx.scope.coachId, id, food });
  if (before) {
    await moveAliases(tx, before.id, id);
    await storeCoachRow(tx, { ...before, hidden: false, favorite: false, mergedInto: id });
    await storeOwnWords(tx, { coachId: tx.scope.coachId, id: before.id, food: null });
  }
  await recordFoodUses(
    tx,
    recipe.ingredients.map(({ foodId }) => foodId),
    now,
  );
}
