import { isDeepStrictEqual } from 'node:util';
import type { CoachFood, CoachFoodSelection, Food, FoodInput } from '@stridewell/contract/foods/foods';
import { RECIPE_BOUNDS, treeProblem } from '@stridewell/contract/foods/foods.recipes.rules';
import { FOOD_BOUNDS } from '@stridewell/contract/foods/foods.rules';
import { refuse } from '../../core/refusals.ts';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import {
  type CoachRow,
  countCoachRows,
  currentFoodId,
  deleteCoachRow,
  findOwnIdByBarcode,
  lockCoachFoods,
  lockCoachRow,
  moveAliases,
  selectCoachRows,
  selectMarkedIds,
  selectOwnPage,
  selectRecipeTree,
  selectSharedPage,
  storeCoachRow,
  storeOwnWords,
} from './foods.coach.data.ts';
import { asCoachFood, asRecipe, mergeByName } from './foods.coach.rules.ts';
import { findFood, findIdByBarcode, selectFoodsById } from './foods.data.ts';
import { type FoundFood, orderFound, type TypedWord, typedWords } from './foods.ranking.rules.ts';
import { searchOwnFoods } from './foods.search.data.ts';
import { findShared, pageByName, pageOfFound, prepareSearch, readPlace } from './foods.search.service.ts';

/** Clients log the foods of their coach. */
type TenantScope = CoachScope | ClientScope;

/** For queries of other features. */
export { currentFoodId };

/** `score` counts the uses, of which earlier ones count less. `favorite`: a client has marked the food. */
type Use = { score: number; favorite?: boolean };

/** How the reader used foods. */
export type History = (foodIds: readonly string[]) => Promise<ReadonlyMap<string, Use>>;
const NO_HISTORY: History = async () => new Map();

type Listed = { foods: CoachFood[]; nextCursor: string | null };

type Rows = { shared: readonly Food[]; rows: readonly CoachRow[] };

/** The rows of these foods, and of the ingredients of recipes among them. */
async function selectRows(tx: Tx<TenantScope>, ids: readonly string[]): Promise<Rows> {
  const [shared, rows] = await Promise.all([selectFoodsById(tx, ids), selectCoachRows(tx, ids)]);
  return { shared, rows };
}

/** Stored foods as the coach and their clients see them, by id. */
function toCoachFoods({ shared, rows }: Rows): Map<string, CoachFood> {
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  const foods = new Map(shared.map((food) => [food.id, asCoachFood(food, rowsById.get(food.id))]));
  for (const row of rows) if (row.food && !foods.has(row.id)) foods.set(row.id, asCoachFood(undefined, row));
  return foods;
}

/**
 * Completes the recipes among foods of the coach with their ingredients. Recipes below the last level are left out, which
 * makes their allergens unknown; a save never goes that deep.
 */
async function withIngredients(
  tx: Tx<TenantScope>,
  foods: ReadonlyMap<string, CoachFood>,
  { rows, levels = RECIPE_BOUNDS.levels }: { rows: readonly CoachRow[]; levels?: number },
): Promise<Map<string, CoachFood>> {
  const recipes = rows.flatMap(({ id, recipe }) => (recipe ? [{ id, recipe }] : []));
  const complete = new Map(foods);
  if (recipes.length === 0) return complete;
  const ids = new Set(recipes.flatMap(({ recipe }) => recipe.ingredients.map(({ foodId }) => foodId)));
  const ingredients =
    levels > 0 ? await readFollowing(tx, [...ids], { isFollowed: () => true, levels: levels - 1 }) : new Map();
  for (const { id, recipe } of recipes) {
    const food = foods.get(id);
    if (food) complete.set(id, asRecipe(food, recipe, ingredients));
  }
  return complete;
}

/** Foods with these ids as the coach and their clients see them, in this order. */
export async function readFoods(
  tx: Tx<TenantScope>,
  ids: readonly string[],
  levels: number = RECIPE_BOUNDS.levels,
): Promise<CoachFood[]> {
  const { shared, rows } = await selectRows(tx, ids);
  const foods = await withIngredients(tx, toCoachFoods({ shared, rows }), { rows, levels });
  return ids.flatMap((id) => foods.get(id) ?? []);
}

async function readFollowing(
  tx: Tx<TenantScope>,
  ids: readonly string[],
  { isFollowed, levels }: { isFollowed: (row: CoachRow) => boolean; levels?: number },
): Promise<ReadonlyMap<string, CoachFood>> {
  const rows = await selectCoachRows(tx, ids);
  const next = new Map(
    rows.map((row) => [row.id, row.mergedInto !== null && isFollowed(row) ? row.mergedInto : row.id]),
  );
  const idOf = (id: string): string => next.get(id) ?? id;
  const foods = await readFoods(tx, [...new Set(ids.map(idOf))], levels);
  const byId = new Map(foods.map((food) => [food.id, food]));
  return new Map(
    ids.flatMap((id): [string, CoachFood][] => {
      const food = byId.get(idOf(id));
      return food ? [[id, food]] : [];
    }),
  );
}

/**
 * Foods by the ids that plans and logs keep: a merged food is the one that it was merged into, and a recipe is the version
 * with this id. Deleted ones are missing.
 */
export const readKeptFoods = (tx: Tx<TenantScope>, ids: readonly string[]): Promise<ReadonlyMap<string, CoachFood>> =>
  readFollowing(tx, ids, { isFollowed: ({ recipe }) => recipe === null });

/** Foods by ids of any time, as they can be used today: of a recipe the latest version. */
export const readCurrentFoods = (
  tx: Tx<TenantScope>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CoachFood>> => readFollowing(tx, ids, { isFollowed: () => true });

/** The food with this code on its pack: the coach's own one, or that of all coaches. Hidden foods are not found. */
export async function readFoodByBarcode(tx: Tx<TenantScope>, barcode: string): Promise<CoachFood | undefined> {
  const [own, shared] = await Promise.all([findOwnIdByBarcode(tx, barcode), findIdByBarcode(tx, barcode)]);
  const foods = await readFoods(
    tx,
    [own, shared].flatMap((id) => id ?? []),
  );
  // An edited food has the code that its coach gave it.
  return foods.find((food) => !food.hidden && food.barcode === barcode);
}

/** A page of a coach's foods by name, or of what a search finds, the best first. */
export async function listCoachFoods(
  tx: Tx<TenantScope>,
  { q = '', cursor, ...chosen }: CoachFoodSelection & { cursor?: string | undefined },
  history = NO_HISTORY,
): Promise<Listed> {
  const typed = typedWords(q);
  if (typed.length > 0) return searchCoachFoods(tx, typed, { ...chosen, cursor, history });
  const input = { ...chosen, after: readPlace(cursor), limit: FOOD_BOUNDS.page + 1 };
  const [shared, own] = await Promise.all([
    isOwn(chosen.show) ? [] : selectSharedPage(tx, input),
    selectOwnPage(tx, input),
  ]);
  const { page, nextCursor } = pageByName(mergeByName([...shared, ...own]));
  return { foods: await readFoods(tx, idsOf(page)), nextCursor };
}

/** Collections without foods of all coaches, unless the coach has edited them. */
const isOwn = (show: CoachFoodSelection['show']): boolean => show === 'own' || show === 'recipes';

type SearchInput = Pick<CoachFoodSelection, 'category' | 'show'> & { cursor: string | undefined; history: History };

async function searchCoachFoods(
  tx: Tx<TenantScope>,
  typed: readonly TypedWord[],
  { category, show, cursor, history }: SearchInput,
): Promise<Listed> {
  const among = show === 'favorites' || show === 'hidden' ? await selectMarkedIds(tx, show) : undefined;
  const search = await prepareSearch(tx, typed, { category, among });
  if (!search) return { foods: [], nextCursor: null };
  const [shared, own] = await Promise.all([isOwn(show) ? [] : findShared(tx, search), searchOwnFoods(tx, search)]);
  const found = await withMarks(tx, [...own, ...shared], show, history);
  const { page, nextCursor } = pageOfFound(orderFound(found, typed), cursor);
  return { foods: await readFoods(tx, idsOf(page)), nextCursor };
}

const idsOf = (page: readonly { id: string }[]): string[] => page.map(({ id }) => id);

/** Found foods that the collection shows, with the coach's marks and the reader's uses. An edited food is found by the coach's words only. */
async function withMarks(
  tx: Tx<TenantScope>,
  found: readonly FoundFood[],
  show: CoachFoodSelection['show'],
  history: History,
): Promise<FoundFood[]> {
  const ids = idsOf(found);
  const [rows, uses] = await Promise.all([selectCoachRows(tx, ids), history(ids)]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return found.flatMap((food) => {
    const row = byId.get(food.id);
    const isShown = show === 'hidden' ? row?.hidden === true : !row?.hidden;
    const isWanted = (show !== 'favorites' || row?.favorite === true) && (show !== 'recipes' || row?.recipe != null);
    const isReplaced = row?.food != null && !food.own;
    if (!isShown || !isWanted || isReplaced) return [];
    const { score, favorite } = uses.get(food.id) ?? { score: 0 };
    return [{ ...food, favorite: row?.favorite ?? false, clientFavorite: favorite ?? false, uses: score }];
  });
}

/** @throws NOT_FOUND, also for a food that operators have hidden */
export async function getCoachFood(tx: Tx<CoachScope>, id: string): Promise<CoachFood> {
  const [row] = await selectCoachRows(tx, [id]);
  const shownId = row?.mergedInto ?? id;
  const [[food], [marks]] = await Promise.all([readFoods(tx, [shownId]), selectCoachRows(tx, [shownId])]);
  if (!food || (food.hidden && !marks?.hidden)) throw refuse('NOT_FOUND');
  return food;
}

/** Reads the coach's row and the food of all coaches, and locks the coach's foods. */
async function lockBoth(
  tx: Tx<CoachScope>,
  id: string,
): Promise<{ row: CoachRow | undefined; shared: Food | undefined }> {
  await lockCoachFoods(tx);
  const [row, shared] = await Promise.all([lockCoachRow(tx, id), findFood(tx, id)]);
  return { row, shared };
}

const NO_ROW = { food: null, recipe: null, hidden: false, favorite: false, mergedInto: null, version: 0 };

type SaveInput = { foodId: string; basedOn: number; food: FoodInput };

/**
 * Adds an own food, or changes an own or shared one only for this coach. Idempotent.
 * @throws FOOD_CHANGED when it was changed since version `basedOn`, TOO_MANY_FOODS, BARCODE_TAKEN by another of the
 *   coach's foods, NOT_FOUND for a recipe, and when it was deleted or merged since
 */
export async function saveCoachFood(
  tx: Tx<CoachScope, 'FOOD_CHANGED' | 'TOO_MANY_FOODS' | 'BARCODE_TAKEN'>,
  { foodId: id, basedOn, food }: SaveInput,
): Promise<CoachFood> {
  const { row, shared } = await lockBoth(tx, id);
  if (row?.mergedInto != null || row?.recipe != null || (!row && !shared && basedOn > 0)) throw refuse('NOT_FOUND');
  if (row?.food && isDeepStrictEqual(row.food, food)) return asCoachFood(shared, row);
  if ((row?.version ?? 0) !== basedOn) throw refuse(tx, 'FOOD_CHANGED');
  if (!row?.food && (await countCoachRows(tx)).own >= FOOD_BOUNDS.own) throw refuse(tx, 'TOO_MANY_FOODS');
  const coded = await findOwnIdByBarcode(tx, food.barcode);
  if (coded !== undefined && coded !== id) throw refuse(tx, 'BARCODE_TAKEN');
  const next = { ...NO_ROW, ...row, id, food, version: basedOn + 1 };
  await storeCoachRow(tx, next);
  await storeOwnWords(tx, { coachId: tx.scope.coachId, id, food });
  return asCoachFood(shared, next);
}

async function complete(tx: Tx<CoachScope>, shared: Food | undefined, row: CoachRow): Promise<CoachFood> {
  const food = asCoachFood(shared, row);
  return (await withIngredients(tx, new Map([[row.id, food]]), { rows: [row] })).get(row.id) ?? food;
}

type Marks = { hidden?: boolean | undefined; favorite?: boolean | undefined };

/**
 * Hides a food for this coach, shows it again, or makes it a favorite. Idempotent.
 * @throws NOT_FOUND, TOO_MANY_MARKED
 */
export async function markCoachFood(
  tx: Tx<CoachScope, 'TOO_MANY_MARKED'>,
  id: string,
  { hidden, favorite }: Marks,
): Promise<CoachFood> {
  const { row, shared } = await lockBoth(tx, id);
  const isOffered = shared !== undefined && !shared.hidden;
  if (row?.mergedInto != null || (!isOffered && !row?.food && !row?.hidden)) throw refuse('NOT_FOUND');
  const before = { ...NO_ROW, ...row, id };
  const next = { ...before, hidden: hidden ?? before.hidden, favorite: favorite ?? before.favorite };
  const isMarked = (one: CoachRow) => one.hidden || one.favorite;
  if (isMarked(next) && !isMarked(before) && (await countCoachRows(tx)).marked >= FOOD_BOUNDS.marked) {
    throw refuse(tx, 'TOO_MANY_MARKED');
  }
  await storeOrDelete(tx, next);
  return complete(tx, shared, next);
}

/** A row that says nothing would only hide later changes of operators. */
async function storeOrDelete(tx: Tx<CoachScope>, row: CoachRow): Promise<void> {
  if (row.food || row.hidden || row.favorite) await storeCoachRow(tx, row);
  else await deleteCoachRow(tx, row.id);
}

/** Deletes an own food with its aliases, or resets a food to the version of all coaches. Idempotent. */
export async function deleteCoachFood(tx: Tx<CoachScope>, id: string): Promise<void> {
  const { row, shared } = await lockBoth(tx, id);
  if (!row?.food) return;
  if (!shared) return deleteCoachRow(tx, id);
  await storeOwnWords(tx, { coachId: tx.scope.coachId, id, food: null });
  await storeOrDelete(tx, { ...row, food: null, version: row.version + 1 });
}

/**
 * Replaces a duplicate by another own food. Plans keep a duplicate that is a recipe as it was. The duplicate keeps its
 * row, so that its id stays valid. Idempotent.
 * @throws NOT_FOUND for a food that is not the coach's own, or was merged into another one, MERGE_NOT_POSSIBLE where a
 *   recipe would contain itself
 */
export async function mergeCoachFoods(
  tx: Tx<CoachScope, 'MERGE_NOT_POSSIBLE'>,
  { foodId: id, duplicateId }: { foodId: string; duplicateId: string },
): Promise<CoachFood> {
  const [kept, duplicate] = [await lockBoth(tx, id), await lockBoth(tx, duplicateId)];
  const isOwn = ({ row, shared }: typeof kept) => row?.food != null && !shared;
  if (id === duplicateId || !isOwn(kept) || !isOwn(duplicate)) throw refuse('NOT_FOUND');
  if (!kept.row || !duplicate.row || kept.row.mergedInto !== null) throw refuse('NOT_FOUND');
  if (duplicate.row.mergedInto === id) return complete(tx, undefined, kept.row);
  if (duplicate.row.mergedInto !== null) throw refuse('NOT_FOUND');
  // Ingredients that name the duplicate name the other food from now on.
  const tree = await selectRecipeTree(tx, new Map([[duplicateId, id]]));
  const recipe = kept.row.recipe?.ingredients.map(({ foodId }) => (foodId === duplicateId ? id : foodId));
  if (recipe && treeProblem(new Map([...tree, [id, recipe]]))) throw refuse(tx, 'MERGE_NOT_POSSIBLE');
  const { food } = kept.row;
  const barcode = food?.barcode || (duplicate.row.food?.barcode ?? '');
  const favorite = kept.row.favorite || duplicate.row.favorite;
  const next = { ...kept.row, food: food && { ...food, barcode }, favorite };
  await moveAliases(tx, duplicateId, id);
  // First, because its code is free for the other food then.
  await storeCoachRow(tx, { ...duplicate.row, hidden: false, favorite: false, mergedInto: id });
  await storeCoachRow(tx, next);
  await storeOwnWords(tx, { coachId: tx.scope.coachId, id: duplicateId, food: null });
  return complete(tx, undefined, next);
}
