import type { ImportedRow } from '@stridewell/contract/expenses/expenses';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { audit } from '../audit/audit.service.ts';
import {
  deleteImportedEntries,
  insertLedgerEntries,
  type NewLedgerEntry,
  selectKnownEntries,
} from '../money/money.ledger.service.ts';
import { type BooksClock, checkDay } from './expenses.service.ts';

type ImportInput = { importId: string; rows: readonly ImportedRow[]; dryRun: boolean };

/** Identifies a row of a bank's file, so that it is added only once. */
const originKeyOf = ({ kind, occurredOn, amountCents, currency, payee, nth }: ImportedRow): string =>
  ['import', kind, occurredOn, amountCents, currency, nth, payee.toLowerCase()].join(' ');

/**
 * Adds the rows of a file that the books lack, all or none. Importing a file again adds nothing.
 * @throws DAY_IN_FUTURE
 */
export async function importExpenses(
  tx: Tx<CoachScope, 'DAY_IN_FUTURE'>,
  { importId, rows, dryRun }: ImportInput,
  clock: BooksClock,
): Promise<{ added: number; known: number }> {
  for (const { occurredOn } of rows) checkDay(tx, occurredOn, clock);
  const entries = new Map<string, NewLedgerEntry>();
  for (const row of rows) {
    const { nth: _, ...entry } = row;
    const originKey = originKeyOf(row);
    entries.set(originKey, { ...entry, originKey, source: 'import', sourceId: importId });
  }
  const added = dryRun ? await countUnknown(tx, entries) : await insertInOrder(tx, entries);
  if (!dryRun && added > 0) audit(tx, { action: 'expense.imported', subjectId: importId, after: { entries: added } });
  return { added, known: rows.length - added };
}

/** Deletes entries of an import that were not edited since. @returns how many */
export async function undoImport(tx: Tx<CoachScope>, importId: string): Promise<number> {
  const deleted = await deleteImportedEntries(tx, importId);
  if (deleted > 0) audit(tx, { action: 'expense.import_undone', subjectId: importId, before: { entries: deleted } });
  return deleted;
}

/** Inserts in the order of the keys, so that concurrent imports cannot deadlock. */
async function insertInOrder(tx: Tx<CoachScope>, entries: ReadonlyMap<string, NewLedgerEntry>): Promise<number> {
  const inOrder = [...entries].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
  return (await insertLedgerEntries(tx, inOrder)).length;
}

async function countUnknown(tx: Tx<CoachScope>, entries: ReadonlyMap<string, NewLedgerEntry>): Promise<number> {
  const ids = [...entries.values()].map(({ id }) => id);
  const [knownIds, knownKeys] = await selectKnownEntries(tx, { ids, originKeys: [...entries.keys()] });
  const known = new Set<string | null>([...knownIds.map(({ id }) => id), ...knownKeys.map((row) => row.originKey)]);
  return [...entries].filter(([key, { id }]) => !known.has(key) && !known.has(id)).length;
}
