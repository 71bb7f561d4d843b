import { firstOfMonth } from '@stridewell/contract/metrics/metrics.periods.rules';
import type { LedgerKind } from '@stridewell/contract/money/money.ledger.rules';
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { queryPrepared } from '../../platform/db/prepared.ts';
import type { SystemScope } from '../../platform/db/scope.ts';
import { type LedgerSum, ledgerMonths } from './money.ledger.table.ts';

const { coachId, month, version, summedVersion } = ledgerMonths;
const isStale = sql`${summedVersion} is distinct from ${version}`;

/**
 * Marks the sums of the months of these days as outdated until the job has renewed them. Call it in the transaction
 * that writes the entries and before them, because an entry needs its month. Locks months in order, to avoid deadlocks.
 */
export async function outdateMonths(tx: Tx<CoachScope>, days: readonly string[]): Promise<void> {
  const months = [...new Set(days.map(firstOfMonth))].sort();
  if (months.length === 0) return;
  await tx
    .insert(ledgerMonths)
    .values(months.map((first) => ({ coachId: tx.scope.coachId, month: first })))
    .onConflictDoUpdate({ target: [coachId, month], set: { version: sql`${version} + 1` } });
}

/** At most `limit` coaches with outdated sums, by id. */
export async function selectStaleCoaches(
  tx: Tx<SystemScope<'money'>>,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ coachId })
    .from(ledgerMonths)
    .where(and(isStale, after === undefined ? undefined : gt(coachId, after)))
    .orderBy(asc(coachId))
    .limit(limit);
  return rows.map((row) => row.coachId);
}

export type SummedMonth = { month: string; version: number; sums: LedgerSum[] };

/** Sums outdated months. One statement reads the entries of a month and its version, so that they are consistent. */
export const sumStaleMonths = (tx: Tx<CoachScope>): Promise<SummedMonth[]> =>
  tx
    .select({
      month,
      version,
      // Outer columns are written as SQL, because a select from one table omits the table's name.
      sums: sql<LedgerSum[]>`(select coalesce(jsonb_agg(s), '[]') from (
        select e.currency, e.kind, sum(e.amount_cents) as cents from ledger_entries e
        where e.coach_id = ledger_months.coach_id and e.month = ledger_months.month group by 1, 2) s)`,
    })
    .from(ledgerMonths)
    .where(and(eq(coachId, tx.scope.coachId), isStale))
    .orderBy(asc(month));

/** Stores sums with their version, unless newer ones are stored. */
export async function storeMonths(tx: Tx<CoachScope>, months: readonly SummedMonth[]): Promise<void> {
  await tx.execute(sql`update ledger_months m set sums = s.sums, summed_version = s.version
    from json_to_recordset(${JSON.stringify(months)}::json) as s(month date, version integer, sums jsonb)
    where m.coach_id = ${tx.scope.coachId} and m.month = s.month and coalesce(m.summed_version, 0) < s.version`);
}

export type MonthlySum = { month: string; currency: string; kind: LedgerKind; cents: number };

/**
 * Sums of the books by month, currency and kind. `month` is its first day. Outdated months are summed from their
 * entries, so late and edited ones count at once.
 */
export const listMonthlySums = (tx: Tx<CoachScope>): Promise<MonthlySum[]> =>
  queryPrepared<MonthlySum>(tx, {
    name: 'ledger_months',
    text: `select m.month::text, s.currency, s.kind, s.cents
        from ledger_months m, jsonb_to_recordset(m.sums) as s(currency text, kind text, cents float8)
        where m.coach_id = $1 and m.summed_version = m.version
      union all
      select m.month::text, e.currency, e.kind, sum(e.amount_cents)::float8
        from ledger_months m join ledger_entries e on e.coach_id = m.coach_id
          and e.month = m.month
        where m.coach_id = $1 and m.summed_version is distinct from m.version
        group by 1, 2, 3`,
    values: [tx.scope.coachId],
  });
