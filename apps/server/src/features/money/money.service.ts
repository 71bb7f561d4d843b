import { refuse } from '../../core/refusals.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { audit } from '../audit/audit.service.ts';
import { selectLedgerSums, selectUnpaidInvoices } from './money.data.ts';
import { findLedgerEntry, insertLedgerEntries, type NewLedgerEntry } from './money.ledger.data.ts';

type TypedEntry = Pick<NewLedgerEntry, 'id' | 'amountCents' | 'currency' | 'occurredOn' | 'category'> & {
  kind: 'revenue' | 'expense';
};

/** Adds a typed entry to the books. Idempotent. @throws DAY_IN_FUTURE, ID_TAKEN */
export async function createLedgerEntry(
  tx: Tx<CoachScope, 'DAY_IN_FUTURE'>,
  entry: TypedEntry,
  today: string,
): Promise<void> {
  if (entry.occurredOn > today) throw refuse(tx, 'DAY_IN_FUTURE');
  const [added] = await insertLedgerEntries(tx, [entry]);
  if (!added) return requireSame(tx, entry);
  const { id: subjectId, kind, amountCents, currency, category, occurredOn } = entry;
  const after = { kind, amountCents, currency, category, occurredOn };
  audit(tx, { action: `${kind}.added`, subjectId, after });
}

/** @throws ID_TAKEN for another entry with this id */
async function requireSame(tx: Tx<CoachScope>, { id, ...entry }: TypedEntry): Promise<void> {
  const known = await findLedgerEntry(tx, id);
  const fields = ['kind', 'amountCents', 'currency', 'category', 'occurredOn'] as const;
  if (fields.some((field) => known?.entry[field] !== entry[field])) throw refuse('ID_TAKEN');
}

/**
 * Revenue and expenses of one currency in its smallest unit, over the days from `from` to `to`, both included. Refunds
 * reduce the revenue. `isEmpty` until the first entry of any day and currency.
 */
export async function sumLedger(tx: Tx<CoachScope>, range: { from: string; to: string; currency: string }) {
  const { refunds, ...sums } = await selectLedgerSums(tx, range);
  return { ...sums, revenue: sums.revenue - refunds };
}

/** Invoices to follow up today: overdue ones, and those whose payment failed. */
export async function listUnpaidInvoices(tx: Tx<CoachScope>, today: string) {
  const rows = await selectUnpaidInvoices(tx, { today });
  return { total: rows[0]?.total ?? 0, rows: rows.map(({ total: _, ...row }) => row) };
}
