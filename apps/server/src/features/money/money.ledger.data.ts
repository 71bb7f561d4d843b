import type { ListPosition } from '@stridewell/contract/clients/clients.rules';
import type { LedgerKind } from '@stridewell/contract/money/money.ledger.rules';
import { and, asc, count, desc, eq, gte, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { relationships } from '../../core/relationships/relationships.table.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { storedFileOf } from '../files/files.service.ts';
import { ledgerEntries } from './money.ledger.table.ts';
import { outdateMonths } from './money.months.data.ts';

export type LedgerRow = typeof ledgerEntries.$inferSelect;
export type NewLedgerEntry = Omit<typeof ledgerEntries.$inferInsert, 'coachId' | 'createdAt' | 'version'>;
type EntryChanges = Partial<Omit<NewLedgerEntry, 'id' | 'kind' | 'source' | 'sourceId' | 'originKey'>>;

export type LedgerSort = 'newest' | 'oldest' | 'largest' | 'payee';

/** Filters of a list of entries. Both days are included. */
export type LedgerSelection = {
  kinds: readonly LedgerKind[];
  q?: string | undefined;
  category?: string | undefined;
  currency?: string | undefined;
  clientId?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  withoutReceipt?: boolean | undefined;
};

const { occurredOn, amountCents, payee, id, month } = ledgerEntries;
const SORTS: Record<LedgerSort, { by: SQL; key: SQL<string>; type: SQL; falls: boolean }> = {
  newest: { by: sql`${occurredOn}`, key: sql`${occurredOn}::text`, type: sql`date`, falls: true },
  oldest: { by: sql`${occurredOn}`, key: sql`${occurredOn}::text`, type: sql`date`, falls: false },
  largest: { by: sql`${amountCents}`, key: sql`${amountCents}::text`, type: sql`bigint`, falls: true },
  payee: { by: sql`lower(${payee})`, key: sql`lower(${payee})`, type: sql`text`, falls: false },
};

const ofCoach = (tx: Tx<CoachScope>) => eq(ledgerEntries.coachId, tx.scope.coachId);

const isSelected = (tx: Tx<CoachScope>, selection: LedgerSelection) => {
  const { kinds, q, category, currency, clientId, from, to, withoutReceipt } = selection;
  const words = sql`concat_ws(' ', ${payee}, ${ledgerEntries.category}, ${ledgerEntries.note})`;
  return and(
    ofCoach(tx),
    inArray(ledgerEntries.kind, [...kinds]),
    q ? sql`strpos(lower(${words}), lower(${q}::text)) > 0` : undefined,
    category !== undefined ? eq(ledgerEntries.category, category) : undefined,
    currency !== undefined ? eq(ledgerEntries.currency, currency) : undefined,
    clientId !== undefined ? eq(ledgerEntries.clientId, clientId) : undefined,
    from !== undefined ? gte(occurredOn, from) : undefined,
    to !== undefined ? lte(occurredOn, to) : undefined,
    withoutReceipt ? isNull(ledgerEntries.receiptId) : undefined,
  );
};

/** The receipt of an entry, or null. */
const receiptOf = (tx: Tx<CoachScope>) =>
  storedFileOf({ coachId: sql`${tx.scope.coachId}::uuid`, fileId: 'ledger_entries.receipt_id' });

/** At most `limit` entries in the order of `sort`, with the sort key for the cursor of the next page. */
export function selectLedgerPage(
  tx: Tx<CoachScope>,
  selection: LedgerSelection,
  { sort, after, limit }: { sort: LedgerSort; after: ListPosition | undefined; limit: number },
) {
  const { by, key, type, falls } = SORTS[sort];
  const place = after && sql`(${after.key}::${type}, ${after.id}::uuid)`;
  return tx
    .select({ entry: ledgerEntries, receipt: receiptOf(tx), clientName: relationships.fullName, key })
    .from(ledgerEntries)
    .leftJoin(
      relationships,
      and(eq(relationships.coachId, tx.scope.coachId), eq(relationships.clientId, ledgerEntries.clientId)),
    )
    .where(and(isSelected(tx, selection), place && sql`(${by}, ${id}) ${falls ? sql`<` : sql`>`} ${place}`))
    .orderBy(falls ? desc(by) : asc(by), falls ? desc(id) : asc(id))
    .limit(limit);
}

/** Number and sum of entries by kind and currency. */
export const selectLedgerTotals = (tx: Tx<CoachScope>, selection: LedgerSelection) =>
  tx
    .select({
      kind: ledgerEntries.kind,
      currency: ledgerEntries.currency,
      count: count(),
      cents: sql<number>`sum(${amountCents})::float8`,
    })
    .from(ledgerEntries)
    .where(isSelected(tx, selection))
    .groupBy(ledgerEntries.kind, ledgerEntries.currency)
    .orderBy(desc(sql`sum(${amountCents})`));

/** Categories of entries of one kind, in alphabetical order. */
export async function selectCategories(tx: Tx<CoachScope>, kind: LedgerKind): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ category: ledgerEntries.category })
    .from(ledgerEntries)
    .where(and(ofCoach(tx), eq(ledgerEntries.kind, kind)))
    .orderBy(ledgerEntries.category);
  return rows.map(({ category }) => category);
}

/** Payees of expenses with the category of their newest entry. Ignores case. */
export const selectPayees = (tx: Tx<CoachScope>, limit: number) =>
  tx
    .selectDistinctOn([sql`lower(${payee})`], { payee, category: ledgerEntries.category })
    .from(ledgerEntries)
    .where(and(ofCoach(tx), eq(ledgerEntries.kind, 'expense'), sql`${payee} <> ''`))
    .orderBy(sql`lower(${payee})`, desc(occurredOn), desc(ledgerEntries.createdAt))
    .limit(limit);

/** Reads an entry and locks it until the transaction ends. */
export async function lockLedgerEntry(
  tx: Tx<CoachScope>,
  entryId: string,
  kind: LedgerKind,
): Promise<LedgerRow | undefined> {
  const [row] = await tx
    .select()
    .from(ledgerEntries)
    .where(and(ofCoach(tx), eq(id, entryId), eq(ledgerEntries.kind, kind)))
    .for('update');
  return row;
}

/** An entry with its receipt. */
export async function findLedgerEntry(tx: Tx<CoachScope>, entryId: string) {
  const [row] = await tx
    .select({ entry: ledgerEntries, receipt: receiptOf(tx) })
    .from(ledgerEntries)
    .where(and(ofCoach(tx), eq(id, entryId)));
  return row;
}

/** Adds entries, except those with a known id or origin. @returns the added ones */
export async function insertLedgerEntries(
  tx: Tx<CoachScope>,
  entries: readonly NewLedgerEntry[],
): Promise<LedgerRow[]> {
  if (entries.length === 0) return [];
  await outdateMonths(
    tx,
    entries.map((entry) => entry.occurredOn),
  );
  return tx
    .insert(ledgerEntries)
    .values(entries.map((entry) => ({ ...entry, coachId: tx.scope.coachId })))
    .onConflictDoNothing()
    .returning();
}

/** Changes a locked entry, and increments its version. */
export async function updateLedgerEntry(tx: Tx<CoachScope>, entry: LedgerRow, changes: EntryChanges): Promise<void> {
  await outdateMonths(tx, [entry.occurredOn, changes.occurredOn ?? entry.occurredOn]);
  await tx
    .update(ledgerEntries)
    .set({ ...changes, version: sql`${ledgerEntries.version} + 1` })
    .where(and(ofCoach(tx), eq(id, entry.id)));
}

/** Deletes a locked entry. */
export async function deleteLedgerEntry(tx: Tx<CoachScope>, entry: LedgerRow): Promise<void> {
  await outdateMonths(tx, [entry.occurredOn]);
  await tx.delete(ledgerEntries).where(and(ofCoach(tx), eq(id, entry.id)));
}

/** Deletes entries of an import that were not edited since. @returns how many */
export async function deleteImportedEntries(tx: Tx<CoachScope>, importId: string): Promise<number> {
  const isOfImport = and(
    ofCoach(tx),
    eq(ledgerEntries.source, 'import'),
    eq(ledgerEntries.sourceId, importId),
    eq(ledgerEntries.version, 1),
  );
  const months = (await tx.selectDistinct({ month }).from(ledgerEntries).where(isOfImport)).map((row) => row.month);
  await outdateMonths(tx, months);
  // Rows that the import adds to another month meanwhile stay, as if they had been added afterwards.
  const { rowCount } = await tx.delete(ledgerEntries).where(and(isOfImport, inArray(month, months)));
  return rowCount ?? 0;
}

/** Finds which of these ids and origins the books have. */
export const selectKnownEntries = (
  tx: Tx<CoachScope>,
  { ids, originKeys }: { ids: readonly string[]; originKeys: readonly string[] },
) =>
  Promise.all([
    tx
      .select({ id })
      .from(ledgerEntries)
      .where(and(ofCoach(tx), inArray(id, [...ids]))),
    tx
      .select({ originKey: ledgerEntries.originKey })
      .from(ledgerEntries)
      .where(and(ofCoach(tx), inArray(ledgerEntries.originKey, [...originKeys]))),
  ]);
