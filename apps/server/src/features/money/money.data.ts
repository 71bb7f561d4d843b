import type { LedgerKind } from '@stridewell/contract/money/money.ledger.rules';
import { and, asc, eq, lt, or, type SQLWrapper, sql } from 'drizzle-orm';
import { coaches } from '../../core/people/people.table.ts';
import { countActiveClients } from '../../core/relationships/relationships.data.ts';
import type { CoachKey } from '../../core/tenancy/placement.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type Places, prepared } from '../../platform/db/prepared.ts';
import { ledgerEntries } from './money.ledger.table.ts';
import { clientInvoices, clientPayments } from './money.table.ts';

const ledgerSums = prepared(
  'ledger_sums',
  (tx: Tx<CoachScope>, { coachId, from, to, currency }: Places<{ from: string; to: string; currency: string }>) => {
    const sumOf = (kind: LedgerKind) =>
      sql<number>`coalesce(sum(${ledgerEntries.amountCents})
        filter (where ${ledgerEntries.kind} = ${sql.raw(`'${kind}'`)}), 0)::float8`;
    return tx
      .select({
        revenue: sumOf('revenue'),
        refunds: sumOf('refund'),
        expenses: sumOf('expense'),
        isEmpty: sql<boolean>`not exists (select 1 from ledger_entries any_entry where any_entry.coach_id = ${coachId})`,
        places: sql<number | null>`(select c.places from ${coaches} c where c.id = ${coachId})`,
        activeClients: sql<number>`(${countActiveClients(tx, coachId)})::int`,
      })
      .from(ledgerEntries)
      .where(
        and(
          eq(ledgerEntries.coachId, coachId),
          sql`${ledgerEntries.occurredOn} between ${from} and ${to} and ${ledgerEntries.currency} = ${currency}`,
        ),
      );
  },
);

type Compared = { from: string; to: string; beforeFrom: string; beforeTo: string; currency: string };
type RevenueLeft = { since: string; month: string; day: number };

const comparedSums = prepared('ledger_compared', (tx: Tx<CoachScope>, places: Places<Compared & RevenueLeft>) => {
  const { coachId, from, to, beforeFrom, beforeTo, currency, since, month, day } = places;
  const sumOf = (kind: LedgerKind, first: typeof from, last: typeof to) =>
    sql<number>`coalesce(sum(${ledgerEntries.amountCents}) filter (where ${ledgerEntries.kind} = ${sql.raw(`'${kind}'`)}
        and ${ledgerEntries.occurredOn} between ${first}::date and ${last}::date), 0)::float8`;
  return tx
    .select({
      revenue: sumOf('revenue', from, to),
      refunds: sumOf('refund', from, to),
      expenses: sumOf('expense', from, to),
      beforeRevenue: sumOf('revenue', beforeFrom, beforeTo),
      beforeRefunds: sumOf('refund', beforeFrom, beforeTo),
      beforeExpenses: sumOf('expense', beforeFrom, beforeTo),
      isEmpty: sql<boolean>`not exists (select 1 from ledger_entries any_entry where any_entry.coach_id = ${coachId})`,
      places: sql<number | null>`(select c.places from ${coaches} c where c.id = ${coachId})`,
      activeClients: sql<number>`(${countActiveClients(tx, coachId)})::int`,
      revenueLeft: sql<number | null>`(
          select (coalesce(sum(e.cents) filter (where e.late), 0) / nullif(sum(e.cents), 0))::float8
          from (select extract(day from l.occurred_on) > ${day}::integer as late,
              case l.kind when 'refund' then -l.amount_cents else l.amount_cents end as cents
            from ledger_entries l where l.coach_id = ${coachId} and l.currency = ${currency}::text
              and l.kind in ('revenue', 'refund') and l.occurred_on >= ${since}::date and l.occurred_on < ${month}::date) e)`,
    })
    .from(ledgerEntries)
    .where(
      and(
        eq(ledgerEntries.coachId, coachId),
        sql`${ledgerEntries.occurredOn} between least(${from}::date, ${beforeFrom}::date)
            and greatest(${to}::date, ${beforeTo}::date) and ${ledgerEntries.currency} = ${currency}::text`,
      ),
    );
});

/**
 * As `selectLedgerSums`, with the sums of a period to compare with, and the share of a whole month's revenue that came
 * in after `day` of the month, in the months from `since` up to `month`; null without revenue.
 */
export async function selectComparedSums(tx: Tx<CoachScope>, asked: Compared & RevenueLeft) {
  const [row] = await comparedSums(tx, asked);
  if (!row) throw new Error('a sum without groups returned no row');
  return row;
}

/** Issued, not void, and neither paid nor refunded. SQL version of `owedCents` and `invoiceStatus`. */
export const isOwed = sql`${clientInvoices.issuedOn} is not null and ${clientInvoices.voidedOn} is null
  and ${clientInvoices.paidCents} < ${clientInvoices.totalCents}
  and (${clientInvoices.paidCents} = 0 or ${clientInvoices.refundedCents} < ${clientInvoices.paidCents})`;

/** Most rows on the agenda. The money page has all. */
const UNPAID_SHOWN = 20;
/** How many days a failed payment is shown. */
const FAILED_DAYS = 30;

// The outer column is written as SQL, because a select from one table omits the table's name.
const hasFailed = (coachId: CoachKey, today: SQLWrapper | string) =>
  sql<boolean>`exists (select 1 from ${clientPayments} p where p.coach_id = ${coachId}
    and p.invoice_id = client_invoices.id and p.status = 'failed'
    and p.paid_on >= ${today}::date - ${sql.raw(String(FAILED_DAYS))})`;

/** Invoices that are overdue or whose payment failed recently, longest due first, with their total number. */
export const selectUnpaidInvoices = prepared(
  'unpaid_invoices',
  (tx: Tx<CoachScope>, { coachId, today }: Places<{ today: string }>) => {
    const failed = hasFailed(coachId, today);
    return tx
      .select({
        invoiceId: clientInvoices.id,
        clientId: clientInvoices.clientId,
        clientName: clientInvoices.clientName,
        label: clientInvoices.label,
        owedCents: sql<number>`(${clientInvoices.totalCents} - ${clientInvoices.paidCents})::float8`,
        currency: clientInvoices.currency,
        dueOn: sql<string>`${clientInvoices.dueOn}::text`,
        failed,
        total: sql<number>`count(*) over ()::int`,
      })
      .from(clientInvoices)
      .where(and(eq(clientInvoices.coachId, coachId), isOwed, or(lt(clientInvoices.dueOn, today), failed)))
      .orderBy(asc(clientInvoices.dueOn), asc(clientInvoices.number))
      .limit(UNPAID_SHOWN);
  },
);

/** Clients with an invoice that is overdue or whose payment failed recently. */
export async function selectClientsInDebt(tx: Tx<CoachScope>, today: string): Promise<string[]> {
  const { coachId } = tx.scope;
  const { clientId, dueOn } = clientInvoices;
  const rows = await tx
    .selectDistinct({ clientId })
    .from(clientInvoices)
    .where(and(eq(clientInvoices.coachId, coachId), isOwed, or(lt(dueOn, today), hasFailed(coachId, today))))
    .orderBy(asc(clientId));
  return rows.flatMap((row) => row.clientId ?? []);
}

/** Sums of the days from `from` to `to`, both included. `isEmpty` until the first entry of any day and currency.
 * `places` are those that the coach chose. */
export async function selectLedgerSums(tx: Tx<CoachScope>, range: { from: string; to: string; currency: string }) {
  const [row] = await ledgerSums(tx, range);
  return row ?? { revenue: 0, refunds: 0, expenses: 0, isEmpty: true, places: null, activeClients: 0 };
}
