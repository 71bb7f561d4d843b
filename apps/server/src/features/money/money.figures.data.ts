import type { SubscriptionChange } from '@stridewell/contract/money/money.mrr.rules';
import { and, asc, eq, sql } from 'drizzle-orm';
import { relationships } from '../../core/relationships/relationships.table.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type Places, prepared, queryPrepared } from '../../platform/db/prepared.ts';
import { ledgerEntries } from './money.ledger.table.ts';
import { clientSubscriptions, subscriptionChanges } from './money.table.ts';

const { occurredOn, amountCents, kind, currency, clientId } = ledgerEntries;
/** Refunds reduce the revenue. */
const signedCents = sql`case when ${kind} = 'refund' then -${amountCents} else ${amountCents} end`;

type Compared = { from: string; to: string; previousFrom: string; previousTo: string; currency: string };

const clientRevenue = prepared('ledger_client_revenue', (tx: Tx<CoachScope>, places: Places<Compared>) => {
  const sumOf = (from: typeof places.from, to: typeof places.to) =>
    sql<number>`coalesce(sum(${signedCents}) filter (where ${occurredOn} between ${from} and ${to}
        and ${currency} = ${places.currency}), 0)::float8`;
  return tx
    .select({
      clientId,
      name: sql<string | null>`max(${relationships.fullName})`,
      cents: sumOf(places.from, places.to),
      before: sumOf(places.previousFrom, places.previousTo),
      firstPaidOn: sql<string | null>`min(${occurredOn}) filter (where ${kind} = 'revenue')::text`,
    })
    .from(ledgerEntries)
    .leftJoin(
      relationships,
      and(eq(relationships.coachId, places.coachId), eq(relationships.clientId, ledgerEntries.clientId)),
    )
    .where(and(eq(ledgerEntries.coachId, places.coachId), sql`${kind} in ('revenue', 'refund')`))
    .groupBy(clientId);
});

/**
 * Revenue of each client in both periods, and the day of their first payment. Null stands for revenue without a client.
 */
export const listClientRevenue = (tx: Tx<CoachScope>, periods: Compared) => clientRevenue(tx, periods);

export type CohortCount = { cohort: string; month: string; clients: number };

/** Clients by the month of their first payment since `since`, and how many of them paid in each month. */
export const listCohorts = (tx: Tx<CoachScope>, since: string): Promise<CohortCount[]> =>
  queryPrepared<CohortCount>(tx, {
    name: 'ledger_cohorts',
    text: `with paid as (
        select client_id, date_trunc('month', occurred_on)::date as month from ledger_entries
        where coach_id = $1 and kind = 'revenue' and client_id is not null group by 1, 2),
      firsts as (select client_id, min(month) as cohort from paid group by 1)
      select cohort::text, month::text, count(*)::int as clients
      from paid join firsts using (client_id) where cohort >= $2::date group by 1, 2 order by 1, 2`,
    values: [tx.scope.coachId, since],
  });

export type PayingClient = { id: string; clientName: string | null; on: string; lastPaidOn: string; months: number };

/** Clients whose first payment in any currency was in the period, with the latest one and all months with payments. */
export const listFirstPayers = (tx: Tx<CoachScope>, { from, to }: { from: string; to: string }) =>
  queryPrepared<PayingClient>(tx, {
    name: 'ledger_first_payers',
    text: `select l.client_id as id, max(r.full_name) as "clientName", min(l.occurred_on)::text as "on",
        max(l.occurred_on)::text as "lastPaidOn", count(distinct date_trunc('month', l.occurred_on))::int as months
      from ledger_entries l
      left join client_coach_relationships r on r.coach_id = l.coach_id and r.client_id = l.client_id
      where l.coach_id = $1 and l.kind = 'revenue' and l.client_id is not null
      group by l.client_id having min(l.occurred_on) between $2::date and $3::date`,
    values: [tx.scope.coachId, from, to],
  });

const changes = prepared(
  'subscription_changes',
  (tx: Tx<CoachScope>, { coachId, currency: wanted }: Places<{ currency: string }>) =>
    tx
      .select({
        on: subscriptionChanges.effectiveOn,
        clientId: subscriptionChanges.clientId,
        subscriptionId: subscriptionChanges.subscriptionId,
        currency: subscriptionChanges.currency,
        monthlyCents: subscriptionChanges.monthlyCents,
      })
      .from(subscriptionChanges)
      .where(and(eq(subscriptionChanges.coachId, coachId), sql`${subscriptionChanges.currency} = ${wanted}`))
      .orderBy(
        asc(subscriptionChanges.effectiveOn),
        asc(subscriptionChanges.subscriptionId),
        asc(subscriptionChanges.number),
      ),
);

/** Every change of a subscription in one currency, by day and order of recording. */
export const listSubscriptionChanges = (tx: Tx<CoachScope>, wanted: string): Promise<SubscriptionChange[]> =>
  changes(tx, { currency: wanted });

const subscriptionNames = prepared(
  'subscription_names',
  (tx: Tx<CoachScope>, { coachId }: Places<Record<never, never>>) =>
    tx
      .select({ id: clientSubscriptions.id, name: clientSubscriptions.name, clientName: relationships.fullName })
      .from(clientSubscriptions)
      .innerJoin(
        relationships,
        and(eq(relationships.coachId, coachId), eq(relationships.clientId, clientSubscriptions.clientId)),
      )
      .where(eq(clientSubscriptions.coachId, coachId)),
);

/** Names of all subscriptions and of their clients. */
export const listSubscriptionNames = (tx: Tx<CoachScope>) => subscriptionNames(tx, {});

export type CategoryMonth = { category: string; currency: string; month: string; cents: number };

/** Expenses by category, currency and month from `since` to `until`. */
export const listCategoryMonths = (tx: Tx<CoachScope>, { since, until }: { since: string; until: string }) =>
  queryPrepared<CategoryMonth>(tx, {
    name: 'ledger_category_months',
    text: `select category, currency, date_trunc('month', occurred_on)::date::text as month, sum(amount_cents)::float8 as cents
      from ledger_entries where coach_id = $1 and kind = 'expense' and occurred_on between $2::date and $3::date
      group by 1, 2, 3`,
    values: [tx.scope.coachId, since, until],
  });

export type CategorySum = { category: string; currency: string; cents: number; before: number };

/** Expenses of two periods by category and currency. */
export const listCategorySums = (tx: Tx<CoachScope>, periods: Omit<Compared, 'currency'>) =>
  queryPrepared<CategorySum>(tx, {
    name: 'ledger_category_sums',
    text: `select category, currency,
        coalesce(sum(amount_cents) filter (where occurred_on between $2::date and $3::date), 0)::float8 as cents,
        coalesce(sum(amount_cents) filter (where occurred_on between $4::date and $5::date), 0)::float8 as before
      from ledger_entries where coach_id = $1 and kind = 'expense' group by 1, 2`,
    values: [tx.scope.coachId, periods.from, periods.to, periods.previousFrom, periods.previousTo],
  });
