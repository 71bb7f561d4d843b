import type { Food, FoodInput, FoodRow } from '@stridewell/contract/foods/foods';
import { and, asc, desc, eq, getTableColumns, gt, gte, isNotNull, lt, or, sql } from 'drizzle-orm';
import type { OperatorScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { foodImportRows, foodImports, foods } from './foods.table.ts';

export type FoodImport = typeof foodImports.$inferSelect;

/** Creates an import. @returns undefined when it exists */
export async function beginImport(tx: Tx<OperatorScope>, id: string): Promise<FoodImport | undefined> {
  await tx.insert(foodImports).values({ id }).onConflictDoNothing();
  return lockImport(tx, id);
}

/** Reads an import and locks it until the transaction ends. */
export async function lockImport(tx: Tx<OperatorScope>, id: string): Promise<FoodImport | undefined> {
  const [row] = await tx.select().from(foodImports).where(eq(foodImports.id, id)).for('update');
  return row;
}

/** The newest imports since a time that changed something, with the source of their first food. */
export const selectImports = (tx: Tx<OperatorScope>, { since, limit }: { since: Date; limit: number }) =>
  tx
    .select({
      id: foodImports.id,
      createdAt: foodImports.createdAt,
      added: foodImports.added,
      changed: foodImports.changed,
      source: sql<string>`coalesce((select r.row ->> 'source' from food_import_rows r
        where r.import_id = food_imports.id order by r.key limit 1), '')`,
    })
    .from(foodImports)
    .where(
      and(
        eq(foodImports.status, 'imported'),
        gte(foodImports.createdAt, since),
        or(gt(foodImports.added, 0), gt(foodImports.changed, 0)),
      ),
    )
    .orderBy(desc(foodImports.createdAt), desc(foodImports.id))
    .limit(limit);

export async function updateImport(
  tx: Tx<OperatorScope>,
  id: string,
  change: Pick<FoodImport, 'status'> & Partial<Pick<FoodImport, 'added' | 'changed'>>,
): Promise<void> {
  await tx.update(foodImports).set(change).where(eq(foodImports.id, id));
}

/** Deletes files with their rows that were never imported, or are too old to undo. */
export async function deleteOldImports(tx: Tx<OperatorScope>, old: { staged: Date; imported: Date }): Promise<void> {
  await tx
    .delete(foodImports)
    .where(
      or(
        and(eq(foodImports.status, 'staged'), lt(foodImports.createdAt, old.staged)),
        lt(foodImports.createdAt, old.imported),
      ),
    );
}

export async function insertRows(
  tx: Tx<OperatorScope>,
  importId: string,
  rows: readonly { key: string; row: FoodRow }[],
): Promise<void> {
  const values = rows.map((one) => ({ importId, ...one }));
  await tx
    .insert(foodImportRows)
    .values(values)
    .onConflictDoUpdate({
      target: [foodImportRows.importId, foodImportRows.key],
      set: { row: sql.raw('excluded.row') },
    });
}

/** Rows of a file in key order, after a key. */
export const selectRows = (
  tx: Tx<OperatorScope>,
  { importId, after, limit }: { importId: string; after: string; limit: number },
): Promise<{ key: string; row: FoodRow }[]> =>
  tx
    .select({ key: foodImportRows.key, row: foodImportRows.row })
    .from(foodImportRows)
    .where(and(eq(foodImportRows.importId, importId), gt(foodImportRows.key, after)))
    .orderBy(asc(foodImportRows.key))
    .limit(limit);

export type RowOutcome = { key: string; version: number; before: FoodInput | null };

/** Stores the outcome of an import for its rows. */
export async function noteOutcomes(
  tx: Tx<OperatorScope>,
  importId: string,
  outcomes: readonly RowOutcome[],
): Promise<void> {
  const [keys, versions, before] = [
    outcomes.map(({ key }) => key),
    outcomes.map(({ version }) => version),
    outcomes.map((one) => one.before && JSON.stringify(one.before)),
  ].map((values) => sql.param(values));
  await tx.execute(sql`update food_import_rows r set version = given.version, before = given.before::jsonb
    from unnest(${keys}::text[], ${versions}::integer[], ${before}::text[]) as given (key, version, before)
    where r.import_id = ${importId} and r.key = given.key`);
}

const { nameKey: _name, key: _key, changedAt: _at, changedBy: _by, ...FOOD } = getTableColumns(foods);

/**
 * Foods that an import added or changed and that have not changed since, with their former content. A food that a later
 * version of the product brings as its own has changed.
 */
export const selectUntouched = (
  tx: Tx<OperatorScope>,
  importId: string,
): Promise<{ food: Food; before: FoodInput | null }[]> =>
  tx
    .select({ food: FOOD, before: foodImportRows.before })
    .from(foodImportRows)
    .innerJoin(foods, and(eq(foods.key, foodImportRows.key), eq(foods.version, foodImportRows.version)))
    .where(and(eq(foodImportRows.importId, importId), isNotNull(foodImportRows.version), eq(foods.builtIn, false)))
    .orderBy(asc(foodImportRows.key));

/** The foods among these that a client has logged, or that a recipe or a meal plan saved since then names. */
export async function selectInUse(
  tx: Tx<OperatorScope>,
  { ids, since }: { ids: readonly string[]; since: Date },
): Promise<ReadonlySet<string>> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select distinct id from foods_in_use(${sql.param([...ids])}::uuid[], ${since.toISOString()}::timestamptz) as used (id)`,
  );
  return new Set(rows.map(({ id }) => id));
}
