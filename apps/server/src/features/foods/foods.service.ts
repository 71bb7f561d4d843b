import { isDeepStrictEqual } from 'node:util';
import type { AuditFacts } from '@stridewell/contract/audit/audit.rules';
import type { Food, FoodInput, FoodSelection } from '@stridewell/contract/foods/foods';
import { FOOD_BOUNDS, foodKey } from '@stridewell/contract/foods/foods.rules';
import { refuse } from '../../core/refusals.ts';
import type { OperatorScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { auditAbout } from '../audit/audit.service.ts';
import {
  findFood,
  findIdByBarcode,
  lockFoods,
  selectByKey,
  selectFoods,
  selectFoodsById,
  storeFoods,
} from './foods.data.ts';
import { orderFound, typedWords } from './foods.ranking.rules.ts';
import { findShared, inOrderOf, pageByName, pageOfFound, prepareSearch, readPlace } from './foods.search.service.ts';

/** A page of foods by name, or of what a search finds, the best first. */
export async function listFoods(
  tx: Tx<OperatorScope>,
  { q = '', cursor, ...chosen }: FoodSelection & { cursor?: string | undefined },
): Promise<{ foods: Food[]; nextCursor: string | null }> {
  const typed = typedWords(q);
  const search = await prepareSearch(tx, typed, chosen);
  if (!search) {
    const rows = await selectFoods(tx, { ...chosen, after: readPlace(cursor), limit: FOOD_BOUNDS.page + 1 });
    const { page, nextCursor } = pageByName(rows);
    return { foods: page, nextCursor };
  }
  const found = orderFound(await findShared(tx, search), typed);
  const { page, nextCursor } = pageOfFound(found, cursor);
  const ids = page.map(({ id }) => id);
  return { foods: inOrderOf(ids, await selectFoodsById(tx, ids)), nextCursor };
}

/** @throws NOT_FOUND */
export async function getFood(tx: Tx<OperatorScope>, id: string): Promise<Food> {
  const found = await findFood(tx, id);
  if (!found) throw refuse('NOT_FOUND');
  return found;
}

/** The facts of a food, without its id and version. */
export const factsOf = ({ id: _, builtIn: __, hidden: ___, version: ____, ...facts }: Food): FoodInput => facts;

type FoodChange = { foodId: string; basedOn: number; food: FoodInput; hidden: boolean };

/**
 * Adds, changes, hides or shows a food. Idempotent.
 * @throws FOOD_CHANGED when it was changed since version `basedOn`, NOT_FOUND when it was deleted since, FOOD_EXISTS
 *   when it duplicates another food, BARCODE_TAKEN
 */
export async function saveFood(
  tx: Tx<OperatorScope, 'FOOD_CHANGED' | 'FOOD_EXISTS' | 'BARCODE_TAKEN'>,
  { foodId: id, basedOn, food, hidden }: FoodChange,
  now: Date,
): Promise<Food> {
  await lockFoods(tx);
  const [stored, [same], coded] = await Promise.all([
    findFood(tx, id),
    selectByKey(tx, [foodKey(food)]),
    findIdByBarcode(tx, food.barcode),
  ]);
  if (stored && stored.hidden === hidden && isDeepStrictEqual(factsOf(stored), food)) return stored;
  // Undoing an import deletes foods.
  if (!stored && basedOn > 0) throw refuse('NOT_FOUND');
  if ((stored?.version ?? 0) !== basedOn) throw refuse(tx, 'FOOD_CHANGED');
  if (same && same.id !== id) throw refuse(tx, 'FOOD_EXISTS');
  if (coded !== undefined && coded !== id) throw refuse(tx, 'BARCODE_TAKEN');
  const version = basedOn + 1;
  const builtIn = stored?.builtIn ?? false;
  await storeFoods(tx, [{ id, food, builtIn, hidden, version }], { by: tx.scope.userId, now });
  const after = { ...food, id, builtIn, hidden, version };
  auditFood(tx, stored, after);
  return after;
}

/** Records the differences, or all facts of a new food. */
function auditFood(tx: Tx<OperatorScope>, before: Food | undefined, after: Food): void {
  const { id: _, builtIn: __, version: ___, ...is } = after;
  const was: AuditFacts = { ...before };
  const changed = Object.entries(is).filter(([key, value]) => !isDeepStrictEqual(was[key], value));
  auditAbout(tx, tx.scope.userId, {
    action: before ? 'food.changed' : 'food.added',
    subjectId: after.id,
    ...(before && {
      before: { food: before.name, ...Object.fromEntries(changed.map(([key]) => [key, was[key] ?? null])) },
    }),
    after: { food: after.name, ...Object.fromEntries(changed) },
  });
}
