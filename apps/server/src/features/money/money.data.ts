import type { LedgerKind } from '@stridewell/contract/money/money.ledger.rules';
import { and, asc, eq, lt, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { coaches } from '../../core/people/people.table.ts';
import { countActiveClients } from '../../core/relationships/relationships.data.ts';
import type { CoachKey } from '../../core/tenancy/placement.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type Places, prepared } from '../../platform/db/prepared.ts';
import { ledgerEntries } from './money.ledger.table.ts';
import { clientInvoices, clientPayments, clientSubscriptions } from './money.table.ts';

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

/** Subscriptions whose first day without them lies in a range, and which no other one of the client follows. */
export async function selectEndingSubscriptions(tx: Tx<CoachScope>, { from, until }: { from: string; until: string }) {
  const { coachId } = tx.scope;
  const { rows } = await tx.execute<{ id: string; clientId: string; endsOn: string }>(sql`
    select s.id, s.client_id as "clientId", s.ends_on::text as "endsOn" from ${clientSubscriptions} s
    where s.coach_id = ${coachId} and not s.paused and s.ends_on > s.starts_on
      and s.ends_on between ${from}::date and ${until}::date and not ${isFollowed(coachId)}
    order by s.ends_on, s.id`);
  return rows;
}

/** Days after the end of a subscription in which another one follows it. */
const RENEWAL_GAP_DAYS = 28;

/** Whether another subscription follows `s`. */
const isFollowed = (coachId: CoachKey): SQL => sql`exists (select from ${clientSubscriptions} o
  where o.coach_id = ${coachId} and o.client_id = s.client_id and o.id <> s.id
    and o.starts_on <= s.ends_on + ${sql.raw(String(RENEWAL_GAP_DAYS))} and (o.ends_on is null or o.ends_on > s.ends_on))`;

type DueRow = {
  kind: 'invoice' | 'renewal';
  id: string;
  clientId: string;
  clientName: string;
  label: string;
  owedCents: number;
  currency: string;
  dueOn: string;
  failed: boolean;
  total: number;
};

/**
 * Money that a coach follows up today, in one statement, because the dashboard asks for both: invoices that are overdue or whose
 * payment failed recently, longest due first, with their total number; and subscriptions that end up to a day without
 * another one that follows, by their first day without it.
 */
export const selectDueMoney = prepared(
  'due_money',
  (tx: Tx<CoachScope>, { coachId, today, until }: Places<{ today: string; until: string }>) => {
    const invoices = sql`select 'invoice' as kind, ${clientInvoices.id}, ${clientInvoices.clientId},
        ${clientInvoices.clientName}, ${clientInvoices.label}, ${clientInvoices.number},
        (${clientInvoices.totalCents} - ${clientInvoices.paidCents})::float8 as owed_cents, ${clientInvoices.currency},
        ${clientInvoices.dueOn}, ${hasFailed(coachId, today)} as failed, count(*) over ()::int as total
      from ${clientInvoices}
      where ${clientInvoices.coachId} = ${coachId} and ${isOwed}
        and (${clientInvoices.dueOn} < ${today}::date or ${hasFailed(coachId, today)})
      order by ${clientInvoices.dueOn}, ${clientInvoices.number} limit ${sql.raw(String(UNPAID_SHOWN))}`;
    const renewals = sql`select 'renewal', s.id, s.client_id, '', s.name, 0, s.amount_cents::float8, s.currency, s.ends_on,
        false, 0
      from ${clientSubscriptions} s
      where s.coach_id = ${coachId} and not s.paused and s.ends_on > s.starts_on and s.ends_on > ${today}::date
        and s.ends_on <= ${until}::date and not ${isFollowed(coachId)}`;
    const column = <Name extends keyof DueRow>(name: string) => sql<DueRow[Name]>`${sql.raw(`d.${name}`)}`;
    return tx
      .select({
        kind: column<'kind'>('kind'),
        id: column<'id'>('id'),
        clientId: column<'clientId'>('client_id'),
        clientName: column<'clientName'>('client_name'),
        label: column<'label'>('label'),
        owedCents: column<'owedCents'>('owed_cents'),
        currency: column<'currency'>('currency'),
        dueOn: sql<string>`d.due_on::text`,
        failed: column<'failed'>('failed'),
        total: column<'total'>('total'),
      })
      .from(sql`((${invoices}) union all (${renewals})) d`)
      .orderBy(sql`d.due_on, d.number, d.id`);
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

/** Days on which a client owed: the first one, and the first one after them; null while they still do. */
export type DebtDays = { clientId: string; from: string; until: string | null };

/** From when until when clients had an overdue invoice or a failed payment, where this reaches past `since`. */
export async function selectDebtDays(
  tx: Tx<CoachScope>,
  { today, since }: { today: string; since: string },
): Promise<DebtDays[]> {
  const { coachId } = tx.scope;
  const { rows } = await tx.execute<DebtDays>(sql`
    select d.client_id as "clientId", d.starts::text as "from", d.ends::text as until
    from (
      select i.client_id, i.due_on + 1 as starts, i.settled_on as ends from (${settledInvoices(coachId)}) i
      where i.due_on < ${today}::date
      union all
      select i.client_id, p.paid_on, least(p.paid_on + ${sql.raw(String(FAILED_DAYS + 1))}, i.settled_on)
      from (${settledInvoices(coachId)}) i join ${clientPayments} p on p.coach_id = ${coachId} and p.invoice_id = i.id
      where p.status = 'failed'
    ) d
    where d.client_id is not null and d.starts <= ${today}::date and (d.ends is null or d.ends > greatest(d.starts, ${since}::date))
    order by d.client_id, d.starts`);
  return rows;
}

/** Issued invoices with the day on which they were paid or voided; null while they are owed. */
const settledInvoices = (coachId: string) => sql`
  select ${clientInvoices.id}, ${clientInvoices.clientId}, ${clientInvoices.dueOn}, case when ${isOwed} then null
    else coalesce(${clientInvoices.voidedOn}, (select max(s.paid_on) from ${clientPayments} s
      where s.coach_id = ${coachId} and s.invoice_id = ${clientInvoices.id} and s.status = 'succeeded')) end as settled_on
  from ${clientInvoices} where ${clientInvoices.coachId} = ${coachId} and ${clientInvoices.issuedOn} is not null`;

/** Sums of the days from `from` to `to`, both included. `isEmpty` until the first entry of any day and currency.
 * `places` are those that the coach chose. */
export async function selectLedgerSums(tx: Tx<CoachScope>, range: { from: string; to: string; currency: string }) {
  const [row] = await ledgerSums(tx, range);
  return row ?? { revenue: 0, refunds: 0, expenses: 0, isEmpty: true, places: null, activeClients: 0 };
}
