import { firstOfMonth } from '@stridewell/contract/metrics/metrics.periods.rules';
import { sql } from 'drizzle-orm';
import { ledgerEntries, ledgerMonths } from '../src/features/money/money.ledger.table.ts';
import type { OwnerDb } from './factories.ts';

export type LedgerEntry = typeof ledgerEntries.$inferInsert;

/** Adds entries to the books, and marks the sums of their months as outdated like the product. */
export async function bookEntries(db: OwnerDb, entries: readonly LedgerEntry[]): Promise<void> {
  const months = new Map(
    entries.map(({ coachId, occurredOn }) => [
      coachId + firstOfMonth(occurredOn),
      { coachId, month: firstOfMonth(occurredOn) },
    ]),
  );
  if (months.size === 0) return;
  await db
    .insert(ledgerMonths)
    .values([...months.values()])
    .onConflictDoUpdate({
      target: [ledgerMonths.coachId, ledgerMonths.month],
      set: { version: sql`${ledgerMonths.version} + 1` },
    });
  await db.insert(ledgerEntries).values([...entries]);
}
