import type { FoodDay, FoodEntry } from '@stridewell/contract/foodlogs/foodlogs';
import { totalsOf } from '@stridewell/contract/foodlogs/foodlogs.rules';
import { and, between, desc, eq, gte, inArray, isNotNull, lt, or, sql } from 'drizzle-orm';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { foodDays, foodEntries } from './foodlogs.table.ts';

/** A coach or a client. Row-level security limits the reads of each. */
export type PersonTx = Tx<CoachScope | ClientScope>;

const isDayOf = (tx: PersonTx, clientId: string) =>
  and(eq(foodDays.coachId, tx.scope.coachId), eq(foodDays.clientId, clientId));
const isEntryOf = (tx: PersonTx, clientId: string) =>
  and(eq(foodEntries.coachId, tx.scope.coachId), eq(foodEntries.clientId, clientId));

const DAY = {
  day: foodDays.day,
  status: foodDays.status,
  statusChangedAt: foodDays.statusChangedAt,
  note: foodDays.note,
  noteChangedAt: foodDays.noteChangedAt,
  statusImportId: foodDays.statusImportId,
};
export type StoredDay = Pick<typeof foodDays.$inferSelect, keyof typeof DAY>;

const TOTALS = {
  day: foodDays.day,
  status: foodDays.status,
  kcal: foodDays.kcal,
  protein: foodDays.protein,
  carbohydrate: foodDays.carbohydrate,
  fat: foodDays.fat,
  entries: foodDays.entries,
  uncounted: foodDays.uncounted,
};
export type StoredTotals = Pick<typeof foodDays.$inferSelect, keyof typeof TOTALS>;

const ENTRY = {
  day: foodEntries.day,
  id: foodEntries.id,
  kind: foodEntries.kind,
  meal: foodEntries.meal,
  name: foodEntries.name,
  foodId: foodEntries.foodId,
  tier: foodEntries.tier,
  amount: foodEntries.amount,
  measure: foodEntries.measure,
  quantity: foodEntries.quantity,
  unit: foodEntries.unit,
  kcal: foodEntries.kcal,
  protein: foodEntries.protein,
  carbohydrate: foodEntries.carbohydrate,
  fat: foodEntries.fat,
  fileId: foodEntries.fileId,
  mealPlanId: foodEntries.mealPlanId,
  plannedMealId: foodEntries.plannedMealId,
  loggedAt: foodEntries.loggedAt,
  barcode: foodEntries.barcode,
  deleted: foodEntries.deleted,
  changedAt: foodEntries.changedAt,
};
export type StoredEntry = Pick<typeof foodEntries.$inferSelect, keyof typeof ENTRY>;

type Days = { from: string; to: string };

const PHOTOS_MAX = 60;

/** Stored days of a client, latest first. */
export const selectDays = (tx: PersonTx, clientId: string, { from, to }: Days): Promise<StoredDay[]> =>
  tx
    .select(DAY)
    .from(foodDays)
    .where(and(isDayOf(tx, clientId), between(foodDays.day, from, to)))
    .orderBy(desc(foodDays.day));

/** Stored days of a client before one, latest first. */
export const selectDaysBefore = (
  tx: PersonTx,
  clientId: string,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<StoredDay[]> =>
  tx
    .select(DAY)
    .from(foodDays)
    .where(and(isDayOf(tx, clientId), before === undefined ? undefined : lt(foodDays.day, before)))
    .orderBy(desc(foodDays.day))
    .limit(limit);

/** Stored days of a client since one, oldest first. */
export const selectDaysFrom = (
  tx: PersonTx,
  clientId: string,
  { from, limit }: { from: string; limit: number },
): Promise<StoredDay[]> =>
  tx
    .select(DAY)
    .from(foodDays)
    .where(and(isDayOf(tx, clientId), gte(foodDays.day, from)))
    .orderBy(foodDays.day)
    .limit(limit);

/** The names of all meals that a client has logged. Water has an empty one. */
export async function selectMeals(tx: PersonTx, clientId: string): Promise<string[]> {
  const rows = await tx.selectDistinct({ meal: foodEntries.meal }).from(foodEntries).where(isEntryOf(tx, clientId));
  return rows.map(({ meal }) => meal);
}

/** The totals of the stored days of a client, oldest first. */
export const selectTotals = (tx: PersonTx, clientId: string, { from, to }: Days): Promise<StoredTotals[]> =>
  tx
    .select(TOTALS)
    .from(foodDays)
    .where(and(isDayOf(tx, clientId), between(foodDays.day, from, to)))
    .orderBy(foodDays.day);

/** The totals of the stored days of clients, oldest first. */
export const selectTotalsOf = (tx: PersonTx, clientIds: readonly string[], { from, to }: Days) =>
  tx
    .select({ clientId: foodDays.clientId, ...TOTALS })
    .from(foodDays)
    .where(
      and(
        eq(foodDays.coachId, tx.scope.coachId),
        inArray(foodDays.clientId, [...clientIds]),
        between(foodDays.day, from, to),
      ),
    )
    .orderBy(foodDays.day);

/** Photos and ticked meals of clients on each of these days that has some. */
export const selectMarks = (tx: PersonTx, clientIds: readonly string[], { from, to }: Days) =>
  tx
    .select({
      clientId: foodEntries.clientId,
      day: foodEntries.day,
      photos: sql<number>`count(*) filter (where ${foodEntries.kind} = 'photo')::int`,
      // A meal may have several options, and the part before the dot names the meal.
      ticked: sql<number>`count(distinct split_part(${foodEntries.plannedMealId}, '.', 1))::int`,
    })
    .from(foodEntries)
    .where(
      and(
        eq(foodEntries.coachId, tx.scope.coachId),
        inArray(foodEntries.clientId, [...clientIds]),
        between(foodEntries.day, from, to),
        eq(foodEntries.deleted, false),
        or(eq(foodEntries.kind, 'photo'), isNotNull(foodEntries.plannedMealId)),
      ),
    )
    .groupBy(foodEntries.clientId, foodEntries.day);

/** Photos of a client's meals, latest first. */
export const selectPhotos = (tx: PersonTx, clientId: string, { from, to }: Days) =>
  tx
    .select({
      entryId: foodEntries.id,
      fileId: sql<string>`${foodEntries.fileId}`,
      day: foodEntries.day,
      meal: foodEntries.meal,
    })
    .from(foodEntries)
    .where(
      and(
        isEntryOf(tx, clientId),
        between(foodEntries.day, from, to),
        eq(foodEntries.deleted, false),
        eq(foodEntries.kind, 'photo'),
        isNotNull(foodEntries.fileId),
      ),
    )
    .orderBy(desc(foodEntries.day), desc(foodEntries.loggedAt), foodEntries.id)
    .limit(PHOTOS_MAX);

/** All entries of these days, unordered, including deleted ones. */
export const selectEntries = (tx: PersonTx, clientId: string, { from, to }: Days): Promise<StoredEntry[]> =>
  tx
    .select(ENTRY)
    .from(foodEntries)
    .where(and(isEntryOf(tx, clientId), between(foodEntries.day, from, to)));

const toEntry = (row: StoredEntry): FoodEntry => ({
  id: row.id,
  kind: row.kind,
  meal: row.meal,
  name: row.name,
  foodId: row.foodId,
  tier: row.tier,
  amount: row.amount === null || row.measure === null ? null : { value: row.amount, measure: row.measure },
  quantity: row.quantity,
  unit: row.unit,
  nutrients:
    row.kcal === null ? null : { kcal: row.kcal, protein: row.protein, carbohydrate: row.carbohydrate, fat: row.fat },
  fileId: row.fileId,
  mealPlanId: row.mealPlanId,
  plannedMealId: row.plannedMealId,
  at: row.loggedAt.toISOString(),
  deleted: row.deleted,
  changedAt: row.changedAt.toISOString(),
  // As devices send it: without a code there is no such field.
  ...(row.barcode !== null && { barcode: row.barcode }),
});

/**
 * A day from its row and its entries; `entries` may include those of other days. Sorts like merging does, because the
 * database would sort by its locale.
 */
export const toFoodDay = (row: StoredDay, entries: readonly StoredEntry[]): FoodDay => ({
  id: row.day,
  status: { value: row.status, changedAt: row.statusChangedAt.toISOString() },
  note: { value: row.note, changedAt: row.noteChangedAt.toISOString() },
  entries: entries
    .filter(({ day }) => day === row.day)
    .map(toEntry)
    .sort((a, b) => (a.id < b.id ? -1 : 1)),
});

/** Columns that an upsert overwrites. */
const excluded = (columns: Record<string, { name: string }>) =>
  Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, sql.raw(`excluded.${column.name}`)]));

/**
 * Writes a day of a client, without its entries.
 * @param importId the import that chose the status; without it, an earlier one counts until the status changes
 */
export async function upsertDay(
  tx: PersonTx,
  clientId: string,
  { id, status, note, entries }: FoodDay,
  now: Date,
  importId?: string,
): Promise<void> {
  const { coachId } = tx.scope;
  const changes = {
    ...totalsOf(entries),
    status: status.value,
    statusChangedAt: new Date(status.changedAt),
    note: note.value,
    noteChangedAt: new Date(note.changedAt),
    updatedAt: now,
  };
  await tx
    .insert(foodDays)
    .values({ ...changes, coachId, clientId, day: id, statusImportId: importId ?? null })
    .onConflictDoUpdate({
      target: [foodDays.coachId, foodDays.clientId, foodDays.day],
      set: {
        ...changes,
        statusImportId:
          importId ??
          sql`case when ${foodDays.statusChangedAt} = excluded.status_changed_at
          then ${foodDays.statusImportId} end`,
      },
    });
}

/**
 * Writes entries of one day of a client with one statement.
 * @param importId the file that they came with; without it, it stays
 */
export async function upsertEntries(
  tx: PersonTx,
  clientId: string,
  day: string,
  entries: readonly FoodEntry[],
  now: Date,
  importId?: string,
): Promise<void> {
  if (entries.length === 0) return;
  const { coachId } = tx.scope;
  const { day: _, id: __, ...changed } = ENTRY;
  await tx
    .insert(foodEntries)
    .values(
      entries.map(({ amount, nutrients, at, changedAt, ...entry }) => ({
        ...entry,
        coachId,
        clientId,
        day,
        amount: amount?.value ?? null,
        measure: amount?.measure ?? null,
        kcal: nutrients?.kcal ?? null,
        protein: nutrients?.protein ?? null,
        carbohydrate: nutrients?.carbohydrate ?? null,
        fat: nutrients?.fat ?? null,
        loggedAt: new Date(at),
        changedAt: new Date(changedAt),
        arrivedAt: now,
        importId: importId ?? null,
      })),
    )
    .onConflictDoUpdate({
      target: [foodEntries.coachId, foodEntries.clientId, foodEntries.day, foodEntries.id],
      set: excluded(importId === undefined ? changed : { ...changed, importId: foodEntries.importId }),
    });
}

/** The import of each entry of these days that came with one, by the entry's id. */
export async function selectImports(
  tx: PersonTx,
  clientId: string,
  { from, to }: Days,
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx
    .select({ id: foodEntries.id, importId: foodEntries.importId })
    .from(foodEntries)
    .where(and(isEntryOf(tx, clientId), between(foodEntries.day, from, to), isNotNull(foodEntries.importId)));
  return new Map(rows.map(({ id, importId }) => [id, importId ?? '']));
}

type OfImport = { clientId: string; importId: string };

const isOfImport = (tx: PersonTx, { clientId, importId }: OfImport) =>
  and(isEntryOf(tx, clientId), eq(foodEntries.importId, importId));

/** The days with entries of an import, oldest first. */
export async function selectDaysOfImport(
  tx: PersonTx,
  { limit, ...one }: OfImport & { limit: number },
): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ day: foodEntries.day })
    .from(foodEntries)
    .where(isOfImport(tx, one))
    .orderBy(foodEntries.day)
    .limit(limit);
  return rows.map(({ day }) => day);
}

/** Lets these days forget an import, so that importing the file again brings its entries back. */
export async function forgetImport(
  tx: PersonTx,
  { days, ...one }: OfImport & { days: readonly string[] },
): Promise<void> {
  await tx
    .update(foodEntries)
    .set({ importId: null })
    .where(and(isOfImport(tx, one), inArray(foodEntries.day, [...days])));
}

/** The last quick entry of the client in scope with this code on its pack. */
export async function findEntryByBarcode(
  tx: Tx<ClientScope>,
  barcode: string,
): Promise<Pick<FoodEntry, 'name' | 'nutrients'> | null> {
  const [row] = await tx
    .select(ENTRY)
    .from(foodEntries)
    .where(and(isEntryOf(tx, tx.scope.clientId), eq(foodEntries.barcode, barcode), eq(foodEntries.deleted, false)))
    .orderBy(desc(foodEntries.loggedAt))
    .limit(1);
  if (!row) return null;
  const { name, nutrients } = toEntry(row);
  return { name, nutrients };
}
