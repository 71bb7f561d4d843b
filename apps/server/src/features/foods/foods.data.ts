import type { Food, FoodInput, FoodSelection } from '@stridewell/contract/foods/foods';
import { foodKey, foodWords } from '@stridewell/contract/foods/foods.rules';
import { and, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import type { OperatorScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { beginsWith } from '../../platform/db/search.ts';
import { foods, foodWordRows } from './foods.table.ts';

const { nameKey, key, changedAt: _at, changedBy: _by, ...FOOD } = getTableColumns(foods);

/** Cursor in a list of foods. `word` is the match of the search, or empty without a search. */
export type FoodPlace = { word: string; nameKey: string; id: string };

type ListInput = FoodSelection & { after: FoodPlace | null; limit: number };

const isChosen = ({ category, show }: FoodSelection): SQL | undefined =>
  and(category && eq(foods.category, category), show && eq(foods.hidden, true));

/** Foods by name. Each filter has an index in this order. */
export const selectFoods = (tx: Tx<OperatorScope>, { after, limit, ...chosen }: ListInput) =>
  tx
    .select({ ...FOOD, nameKey, word: sql<string>`''` })
    .from(foods)
    .where(
      and(
        isChosen(chosen),
        after ? sql`(${nameKey}, ${foods.id}) > (${after.nameKey}::text, ${after.id}::uuid)` : undefined,
      ),
    )
    .orderBy(nameKey, foods.id)
    .limit(limit);

/** Condition for words that begin with `start`, in the word table with the alias `words`. */
const wordOf = (words: string, start: string): SQL =>
  beginsWith(sql`${sql.identifier(words)}.word`, sql`${start}::text`);

/**
 * Foods with a word for each of these prefixes, by first matching word and name. The longest prefix leads, because
 * fewest foods match it. Its rows are read in key order until the page is full.
 */
export const searchFoods = (
  tx: Tx<OperatorScope>,
  { words, after, limit, ...chosen }: ListInput & { words: readonly string[] },
) => {
  const [lead = '', ...others] = words.toSorted((a, b) => b.length - a.length);
  const { word } = foodWordRows;
  const earlier = sql`select from food_words e where e.food_id = ${foodWordRows.foodId}
    and ${wordOf('e', lead)} and e.word < ${word}`;
  const has = (start: string) =>
    sql`exists (select from food_words o where o.food_id = ${foodWordRows.foodId} and ${wordOf('o', start)})`;
  return tx
    .select({ ...FOOD, nameKey: foodWordRows.nameKey, word })
    .from(foodWordRows)
    .innerJoin(foods, eq(foods.id, foodWordRows.foodId))
    .where(
      and(
        beginsWith(sql`${word}`, sql`${lead}::text`),
        sql`not exists (${earlier})`,
        ...others.map(has),
        isChosen(chosen),
        after
          ? sql`(${word}, ${foodWordRows.nameKey}, ${foodWordRows.foodId})
              > (${after.word}::text, ${after.nameKey}::text, ${after.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(word, foodWordRows.nameKey, foodWordRows.foodId)
    .limit(limit);
};

export async function findFood(tx: Tx<OperatorScope>, id: string): Promise<Food | undefined> {
  const [row] = await tx.select(FOOD).from(foods).where(eq(foods.id, id));
  return row;
}

/** Locks the foods until the transaction ends, so that one operator changes them at a time. */
export async function lockFoods(tx: Tx<OperatorScope>): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('foods', 0))`);
}

/** Foods with one of these keys, unordered. */
export const selectByKey = (tx: Tx<OperatorScope>, keys: readonly string[]): Promise<(Food & { key: string })[]> =>
  tx
    .select({ ...FOOD, key })
    .from(foods)
    .where(inArray(foods.key, [...keys]));

export type StoredFood = { id: string; food: FoodInput; hidden: boolean; version: number };

const valuesOf = (tx: Tx<OperatorScope>, { id, food, hidden, version }: StoredFood, now: Date) => ({
  ...food,
  id,
  hidden,
  version,
  key: foodKey(food),
  changedAt: now,
  changedBy: tx.scope.userId,
});

/** Columns that an insert overwrites in an existing food. */
const excluded = Object.fromEntries(
  Object.entries(getTableColumns(foods))
    .filter(([name]) => name !== 'id' && name !== 'nameKey')
    .map(([name, column]) => [name, sql.raw(`excluded.${column.name}`)]),
);

/** Adds and changes foods under the lock. */
export async function storeFoods(tx: Tx<OperatorScope>, stored: readonly StoredFood[], now: Date): Promise<void> {
  if (stored.length === 0) return;
  const values = stored.map((one) => valuesOf(tx, one, now));
  await tx.insert(foods).values(values).onConflictDoUpdate({ target: foods.id, set: excluded });
  await storeWords(tx, stored);
}

async function storeWords(tx: Tx<OperatorScope>, stored: readonly StoredFood[]): Promise<void> {
  const ids = sql.param(stored.map(({ id }) => id));
  const words = stored.flatMap(({ id, food }) => foodWords(`${food.name} ${food.brand}`).map((word) => ({ id, word })));
  await tx.execute(sql`delete from food_words where food_id = any(${ids}::uuid[])`);
  await tx.execute(sql`insert into food_words (word, name_key, food_id)
    select given.word, foods.name_key, foods.id
    from unnest(${sql.param(words.map(({ id }) => id))}::uuid[], ${sql.param(words.map(({ word }) => word))}::text[])
      as given (id, word) join foods on foods.id = given.id`);
}

/** @returns how many were deleted */
export async function deleteFoods(tx: Tx<OperatorScope>, ids: readonly string[]): Promise<number> {
  const { rowCount } = await tx.execute(sql`delete from foods where id = any(${sql.param([...ids])}::uuid[])`);
  return rowCount ?? 0;
}
