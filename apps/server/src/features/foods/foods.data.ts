import type { Food, FoodInput, FoodSelection } from '@stridewell/contract/foods/foods';
import { foodKey } from '@stridewell/contract/foods/foods.rules';
import { and, eq, getTableColumns, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { ClientScope, CoachScope, OperatorScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { rankedWords } from './foods.ranking.rules.ts';
import { foods } from './foods.table.ts';

const { nameKey, key, changedAt: _at, changedBy: _by, ...FOOD } = getTableColumns(foods);

/** A transaction of an operator, or the owner's connection at the start. */
export type FoodWriter = Pick<Tx<OperatorScope>, 'insert' | 'execute'>;

/** Last food of a page in a list by name. */
export type FoodPlace = { nameKey: string; id: string };

export const isAfter = (after: FoodPlace | null, name: SQLWrapper, id: SQLWrapper): SQL | undefined =>
  after ? sql`(${name}, ${id}) > (${after.nameKey}::text, ${after.id}::uuid)` : undefined;

type ListInput = FoodSelection & { after: FoodPlace | null; limit: number };

const isChosen = ({ category, show }: Pick<FoodSelection, 'category' | 'show'>): SQL | undefined =>
  and(category && eq(foods.category, category), show && eq(foods.hidden, true));

/** Foods by name. Each filter has an index in this order. */
export const selectFoods = (tx: Tx<OperatorScope>, { after, limit, ...chosen }: ListInput) =>
  tx
    .select({ ...FOOD, nameKey })
    .from(foods)
    .where(and(isChosen(chosen), isAfter(after, nameKey, foods.id)))
    .orderBy(nameKey, foods.id)
    .limit(limit);

/** Foods with these ids, unordered. */
export const selectFoodsById = (
  tx: Tx<OperatorScope | CoachScope | ClientScope>,
  ids: readonly string[],
): Promise<Food[]> =>
  tx
    .select(FOOD)
    .from(foods)
    .where(sql`${foods.id} = any(${sql.param([...ids])}::uuid[])`);

export async function findFood(tx: Tx<OperatorScope | CoachScope>, id: string): Promise<Food | undefined> {
  const [row] = await selectFoodsById(tx, [id]);
  return row;
}

/** Locks the foods until the transaction ends, so that one operator changes them at a time. */
export async function lockFoods(tx: Pick<FoodWriter, 'execute'>): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('foods', 0))`);
}

/** Foods with one of these keys, unordered. */
export const selectByKey = (tx: Tx<OperatorScope>, keys: readonly string[]): Promise<(Food & { key: string })[]> =>
  tx
    .select({ ...FOOD, key })
    .from(foods)
    .where(inArray(foods.key, [...keys]));

/** The food of all coaches with this code on its pack; none for an empty code. */
export async function findIdByBarcode(
  tx: Tx<OperatorScope | CoachScope | ClientScope>,
  barcode: string,
): Promise<string | undefined> {
  if (barcode === '') return undefined;
  const [row] = await tx.select({ id: foods.id }).from(foods).where(eq(foods.barcode, barcode));
  return row?.id;
}

export type StoredFood = { id: string; food: FoodInput; builtIn: boolean; hidden: boolean; version: number };

/** Columns that an insert overwrites in an existing food. */
const excluded = Object.fromEntries(
  Object.entries(getTableColumns(foods))
    .filter(([name]) => name !== 'id' && name !== 'nameKey')
    .map(([name, column]) => [name, sql.raw(`excluded.${column.name}`)]),
);

/** Adds and changes foods under the lock. @param by the operator; null for the product itself */
export async function storeFoods(
  tx: FoodWriter,
  stored: readonly StoredFood[],
  { by, now }: { by: string | null; now: Date },
): Promise<void> {
  if (stored.length === 0) return;
  const values = stored.map(({ food, ...rest }) => {
    const traces = { key: foodKey(food), changedAt: now, changedBy: by };
    return Object.assign({}, food, rest, traces);
  });
  await tx.insert(foods).values(values).onConflictDoUpdate({ target: foods.id, set: excluded });
  await storeWords(tx, stored);
}

/** Replaces the words of these foods. */
export async function storeWords(
  tx: Pick<FoodWriter, 'execute'>,
  stored: readonly Pick<StoredFood, 'id' | 'food' | 'builtIn'>[],
): Promise<void> {
  const ids = sql.param(stored.map(({ id }) => id));
  const words = stored.flatMap(({ id, food, builtIn }) =>
    rankedWords({ ...food, builtIn }).map((word) => ({ id, ...word })),
  );
  await tx.execute(sql`delete from food_words where food_id = any(${ids}::uuid[])`);
  await tx.execute(sql`insert into food_words (word, rank, food_id) select * from unnest(
    ${sql.param(words.map(({ word }) => word))}::text[], ${sql.param(words.map(({ rank }) => rank))}::smallint[],
    ${sql.param(words.map(({ id }) => id))}::uuid[])`);
}

/** @returns how many were deleted */
export async function deleteFoods(tx: Pick<FoodWriter, 'execute'>, ids: readonly string[]): Promise<number> {
  const { rowCount } = await tx.execute(sql`delete from foods where id = any(${sql.param([...ids])}::uuid[])`);
  return rowCount ?? 0;
}
