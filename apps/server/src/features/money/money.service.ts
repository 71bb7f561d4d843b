import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { insertLedgerEntry, selectLedgerSums, selectUnpaidInvoices } from './money.data.ts';

/** Adds an entry to the books. An existing id is left unchanged. */
export async function createLedgerEntry(
  tx: Tx<CoachScope>,
  entry: Parameters<typeof insertLedgerEntry>[1],
): Promise<void> {
  await insertLedgerEntry(tx, entry);
}

/**
 * Revenue and expenses of one currency over the days from `from` to `to`, both included, in its smallest units. Refunds
 * reduce the revenue. `entries` counts everything ever recorded.
 */
export async function sumLedger(tx: Tx<CoachScope>, range: { from: string; to: string; currency: string }) {
  const { refunds, ...sums } = await selectLedgerSums(tx, range);
  return { ...sums, revenue: sums.revenue - refunds };
}

/** Invoices that the coach should follow up today: overdue ones, and those whose payment failed. */
export async function listUnpaidInvoices(tx: Tx<CoachScope>, today: string) {
  const rows = await selectUnpaidInvoices(tx, { today });
  return { total: rows[0]?.total ?? 0, rows: rows.map(({ total: _, ...row }) => row) };
}
