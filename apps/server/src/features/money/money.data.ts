import type { LedgerKind } from '@stridewell/contract/money';
import { eq, sql } from 'drizzle-orm';
import { countActiveClients } from '../../core/relationships/relationships.data.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type Places, prepared } from '../../platform/db/prepared.ts';
import { ledgerEntries } from './money.table.ts';

const ledgerSums = prepared(
  'ledger_sums',
  (tx: Tx<CoachScope>, { coachId, from, to, currency }: Places<{ from: string; to: string; currency: string }>) => {
    const within = sql`${ledgerEntries.occurredOn} between ${from} and ${to} and ${ledgerEntries.currency} = ${currency}`;
    const sumOf = (kind: LedgerKind) =>
      sql<number>`coalesce(sum(${ledgerEntries.amountCents}) filter (where ${within}
        and ${ledgerEntries.kind} = ${sql.raw(`'${kind}'`)}), 0)::float8`;
    return tx
      .select({
        revenue: sumOf('revenue'),
        refunds: sumOf('refund'),
        expenses: sumOf('expense'),
        entries: sql<number>`count(*)::int`,
        activeClients: sql<number>`(${countActiveClients(tx, coachId)})::int`,
      })
      .from(ledgerEntries)
      .where(eq(ledgerEntries.coachId, coachId));
  },
);

/** Sums over the days from `from` to `to`, both included; `entries` counts everything ever recorded. */
export async function selectLedgerSums(tx: Tx<CoachScope>, range: { from: string; to: string; currency: string }) {
  const [row] = await ledgerSums(tx, range);
  return row ?? { revenue: 0, refunds: 0, expenses: 0, entries: 0, activeClients: 0 };
}

/** Adds an entry. An existing id is left unchanged. */
export async function insertLedgerEntry(
  tx: Tx<CoachScope>,
  entry: Omit<typeof ledgerEntries.$inferInsert, 'coachId' | 'createdAt'>,
): Promise<void> {
  await tx
    .insert(ledgerEntries)
    .values({ ...entry, coachId: tx.scope.coachId })
    .onConflictDoNothing();
}
