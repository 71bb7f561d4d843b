import { isDeepStrictEqual } from 'node:util';
import { type Food, type FoodRow, keyOfRow, mergeRow } from '@stridewell/contract/foods/foods';
import { FOOD_BOUNDS } from '@stridewell/contract/foods/foods.rules';
import { v7 as uuidv7 } from 'uuid';
import { refuse } from '../../core/refusals.ts';
import type { OperatorScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { auditAbout } from '../audit/audit.service.ts';
import { deleteFoods, lockFoods, type StoredFood, selectByKey, storeFoods } from './foods.data.ts';
import {
  beginImport,
  deleteOldImports,
  insertRows,
  lockImport,
  noteOutcomes,
  type RowOutcome,
  selectImports,
  selectInUse,
  selectRows,
  selectUntouched,
  updateImport,
} from './foods.import.data.ts';
import { factsOf } from './foods.service.ts';

const DAY_MS = 86_400_000;
/** Imports that are offered to be undone. */
const MOST_IMPORTS = 20;
/** How many rows are compared and stored at once. */
const CHUNK = 1000;

type Keyed = { key: string; row: FoodRow };
type Compared =
  | { outcome: 'unchanged' }
  | { problem: string }
  | { outcome: 'added' | 'changed'; stored: StoredFood; before: Food | null };

/** Compares a row with the stored food. */
function compare({ row }: Keyed, before: Food | undefined): Compared {
  // The foods of the product were checked one by one, and its next version brings the facts of that version.
  if (before?.builtIn) return { outcome: 'unchanged' };
  const facts = before ? factsOf(before) : null;
  const merged = mergeRow(facts, row);
  if ('problem' in merged) return merged;
  if (before && isDeepStrictEqual(facts, merged.food)) return { outcome: 'unchanged' };
  return {
    outcome: before ? 'changed' : 'added',
    stored: {
      id: before?.id ?? uuidv7(),
      food: merged.food,
      builtIn: false,
      hidden: before?.hidden ?? false,
      version: (before?.version ?? 0) + 1,
    },
    before: before ?? null,
  };
}

async function compareAll(tx: Tx<OperatorScope>, rows: readonly Keyed[]) {
  const known = await selectByKey(
    tx,
    rows.map(({ key }) => key),
  );
  const byKey = new Map(known.map(({ key, ...food }) => [key, food]));
  return rows.map((one) => ({ key: one.key, ...compare(one, byKey.get(one.key)) }));
}

type StageInput = { importId: string; rows: readonly FoodRow[] };

/**
 * Stages a part of a file until the file is imported, and returns what it would change.
 * @throws NOT_FOUND when the file was already imported
 */
export async function stageFoods(tx: Tx<OperatorScope>, { importId, rows }: StageInput, now: Date) {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  await deleteOldImports(tx, { staged: daysAgo(1), imported: daysAgo(FOOD_BOUNDS.undoDays) });
  const file = await beginImport(tx, importId);
  if (file?.status !== 'staged') throw refuse('NOT_FOUND');
  const keyed = rows.map((row) => ({ key: keyOfRow(row), row }));
  const compared = await compareAll(tx, keyed);
  // Of several rows for a food, the last one is imported.
  const staged = new Map(keyed.flatMap((one, index) => ('problem' in (compared[index] ?? {}) ? [] : [[one.key, one]])));
  if (staged.size > 0) await insertRows(tx, importId, [...staged.values()]);
  const count = (outcome: string) =>
    new Set(compared.flatMap((one) => ('outcome' in one && one.outcome === outcome ? [one.key] : []))).size;
  return {
    added: count('added'),
    changed: count('changed'),
    unchanged: count('unchanged'),
    refused: compared.flatMap((one, row) => ('problem' in one ? [{ row, problem: one.problem }] : [])),
  };
}

/**
 * Adds and changes the foods of a staged file. Idempotent.
 * @throws NOT_FOUND when the file was not sent, or its import was undone
 */
export async function importFoods(
  tx: Tx<OperatorScope>,
  importId: string,
  now: Date,
): Promise<{ added: number; changed: number }> {
  await lockFoods(tx);
  const file = await lockImport(tx, importId);
  if (!file || file.status === 'undone') throw refuse('NOT_FOUND');
  if (file.status === 'imported') return { added: file.added, changed: file.changed };
  const counts = { added: 0, changed: 0 };
  let after = '';
  for (;;) {
    const rows = await selectRows(tx, { importId, after, limit: CHUNK });
    const compared = await compareAll(tx, rows);
    const stored: StoredFood[] = [];
    const outcomes: RowOutcome[] = [];
    for (const one of compared) {
      if (!('stored' in one)) continue;
      counts[one.outcome] += 1;
      stored.push(one.stored);
      outcomes.push({ key: one.key, version: one.stored.version, before: one.before && factsOf(one.before) });
    }
    await storeFoods(tx, stored, { by: tx.scope.userId, now });
    await noteOutcomes(tx, importId, outcomes);
    const last = rows.at(-1);
    if (!last || rows.length < CHUNK) break;
    after = last.key;
  }
  await updateImport(tx, importId, { status: 'imported', ...counts });
  auditAbout(tx, tx.scope.userId, { action: 'food.imported', subjectId: importId, after: counts });
  return counts;
}

/** The imports that can still be undone, the newest first. */
export async function listFoodImports(tx: Tx<OperatorScope>, now: Date) {
  const since = new Date(now.getTime() - FOOD_BOUNDS.undoDays * DAY_MS);
  const imports = await selectImports(tx, { since, limit: MOST_IMPORTS });
  return { imports: imports.map((one) => Object.assign(one, { createdAt: one.createdAt.toISOString() })) };
}

/**
 * Deletes the foods that an import added, hides those of them that plans, recipes or logs name, and restores the foods
 * that it changed. Foods that were changed since stay as they are.
 * @throws NOT_FOUND when the file was not imported
 */
export async function undoFoodImport(
  tx: Tx<OperatorScope>,
  importId: string,
  now: Date,
): Promise<{ undone: number; hidden: number; kept: number }> {
  await lockFoods(tx);
  const file = await lockImport(tx, importId);
  if (!file || file.status === 'staged') throw refuse('NOT_FOUND');
  if (file.status === 'undone') return { undone: 0, hidden: 0, kept: 0 };
  const untouched = await selectUntouched(tx, importId);
  const added = untouched.flatMap(({ food, before }) => (before === null ? [food] : []));
  const since = new Date(file.createdAt.getTime() - DAY_MS);
  const used = await selectInUse(tx, { ids: added.map(({ id }) => id), since });
  await deleteFoods(
    tx,
    added.flatMap(({ id }) => (used.has(id) ? [] : [id])),
  );
  const stored = untouched.flatMap(({ food, before }): StoredFood[] => {
    const { id, builtIn, hidden, version } = food;
    if (before) return [{ id, builtIn, hidden, version: version + 1, food: before }];
    return used.has(id) ? [{ id, builtIn, hidden: true, version: version + 1, food: factsOf(food) }] : [];
  });
  for (let start = 0; start < stored.length; start += CHUNK) {
    await storeFoods(tx, stored.slice(start, start + CHUNK), { by: tx.scope.userId, now });
  }
  const counts = {
    undone: untouched.length - used.size,
    hidden: used.size,
    kept: file.added + file.changed - untouched.length,
  };
  await updateImport(tx, importId, { status: 'undone' });
  auditAbout(tx, tx.scope.userId, { action: 'food.import_undone', subjectId: importId, after: counts });
  return counts;
}
