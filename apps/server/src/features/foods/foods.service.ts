import { isDeepStrictEqual } from 'node:util';
import type { AuditFacts } from '@stridewell/contract/audit/audit.rules';
import type { Food, FoodInput, FoodSelection } from '@stridewell/contract/foods/foods';
import { FOOD_BOUNDS, foodKey, foodWords } from '@stridewell/contract/foods/foods.rules';
import { z } from 'zod';
import { refuse } from '../../core/refusals.ts';
import type { OperatorScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { auditAbout } from '../audit/audit.service.ts';
import {
  type FoodPlace,
  findFood,
  lockFoods,
  searchFoods,
  selectByKey,
  selectFoods,
  storeFoods,
} from './foods.data.ts';

const place = z.tuple([z.string(), z.string(), z.uuid()]);

/** Parses a cursor; null without one, or when it is invalid. */
function readPlace(cursor: string | undefined): FoodPlace | null {
  try {
    const [word, nameKey, id] = place.parse(JSON.parse(Buffer.from(cursor ?? '', 'base64url').toString()));
    return [word, nameKey].some((text) => text.includes('\u0000')) ? null : { word, nameKey, id };
  } catch {
    return null;
  }
}

const cursorOf = ({ word, nameKey, id }: FoodPlace): string =>
  Buffer.from(JSON.stringify([word, nameKey, id])).toString('base64url');

/** A page of foods by name, or of search results by the matching word. */
export async function listFoods(
  tx: Tx<OperatorScope>,
  { q = '', cursor, ...chosen }: FoodSelection & { cursor?: string | undefined },
): Promise<{ foods: Food[]; nextCursor: string | null }> {
  const words = q === '' ? [] : foodWords(q);
  const input = { ...chosen, after: readPlace(cursor), limit: FOOD_BOUNDS.page + 1 };
  const rows = await (words.length > 0 ? searchFoods(tx, { ...input, words }) : selectFoods(tx, input));
  const page = rows.slice(0, FOOD_BOUNDS.page);
  const last = page.at(-1);
  return { foods: page, nextCursor: last && rows.length > page.length ? cursorOf(last) : null };
}

/** @throws NOT_FOUND */
export async function getFood(tx: Tx<OperatorScope>, id: string): Promise<Food> {
  const found = await findFood(tx, id);
  if (!found) throw refuse('NOT_FOUND');
  return found;
}

/** The facts of a food, without its id and version. */
export const factsOf = ({ id: _, hidden: __, version: ___, ...facts }: Food): FoodInput => facts;

type FoodChange = { foodId: string; basedOn: number; food: FoodInput; hidden: boolean };

/**
 * Adds, changes, hides or shows a food. Idempotent.
 * @throws FOOD_CHANGED when it was changed since version `basedOn`, NOT_FOUND when it was deleted since, FOOD_EXISTS
 *   when it duplicates another food
 */
export async function saveFood(
  tx: Tx<OperatorScope, 'FOOD_CHANGED' | 'FOOD_EXISTS'>,
  { foodId: id, basedOn, food, hidden }: FoodChange,
  now: Date,
): Promise<Food> {
  await lockFoods(tx);
  const [stored, [same]] = await Promise.all([findFood(tx, id), selectByKey(tx, [foodKey(food)])]);
  if (stored && stored.hidden === hidden && isDeepStrictEqual(factsOf(stored), food)) return stored;
  // Undoing an import deletes foods.
  if (!stored && basedOn > 0) throw refuse('NOT_FOUND');
  if ((stored?.version ?? 0) !== basedOn) throw refuse(tx, 'FOOD_CHANGED');
  if (same && same.id !== id) throw refuse(tx, 'FOOD_EXISTS');
  const version = basedOn + 1;
  await storeFoods(tx, [{ id, food, hidden, version }], now);
  const after = { ...food, id, hidden, version };
  auditFood(tx, stored, after);
  return after;
}

/** Records the differences, or all facts of a new food. */
function auditFood(tx: Tx<OperatorScope>, before: Food | undefined, after: Food): void {
  const { id: _, version: __, ...is } = after;
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
