import { type SQL, sql } from 'drizzle-orm';
import type { CoachKey } from '../../core/tenancy/placement.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { clientPayments, clientSubscriptions, paymentRefunds, subscriptionChanges } from './money.table.ts';

/** Days after an end in which another subscription is a renewal. */
const RENEWAL_DAYS = sql.raw('28');
/** Days in which a failed payment explains what follows it. */
const FAILURE_DAYS = sql.raw('28');

/**
 * Clients who stopped paying, as `client_id` and `day`: the end of a subscription that no other one follows, and the
 * refund of a whole payment.
 */
export const endsOfPaying = (coachId: CoachKey): SQL => sql`
  select s.client_id, s.ends_on as day from ${clientSubscriptions} s
  where s.coach_id = ${coachId} and s.ends_on > s.starts_on and not exists (
    select from ${clientSubscriptions} o where o.coach_id = ${coachId} and o.client_id = s.client_id and o.id <> s.id
      and o.starts_on <= s.ends_on + ${RENEWAL_DAYS} and (o.ends_on is null or o.ends_on > s.ends_on))
  union all
  select r.client_id, max(r.refunded_on) from ${paymentRefunds} r
  join ${clientPayments} p on p.coach_id = ${coachId} and p.id = r.payment_id and p.refunded_cents >= p.amount_cents
  where r.coach_id = ${coachId} group by r.client_id, r.payment_id`;

/** Whether a payment of the client failed in the four weeks up to `day`, and none succeeded since. */
export const hasFailedPayment = (coachId: CoachKey, clientId: SQL, day: SQL): SQL<boolean> =>
  sql<boolean>`exists (select from ${clientPayments} f
    where f.coach_id = ${coachId} and f.client_id = ${clientId} and f.status = 'failed'
      and f.paid_on <= ${day} and f.paid_on > ${day} - ${FAILURE_DAYS} and not exists (
        select from ${clientPayments} g where g.coach_id = ${coachId} and g.client_id = ${clientId}
          and g.status = 'succeeded' and g.paid_on >= f.paid_on and g.paid_on <= ${day}))`;

/** The clients whose payment failed and who have not paid since, as of a day. */
export async function listFailedPayers(tx: Tx<CoachScope>, today: string): Promise<ReadonlySet<string>> {
  const { coachId } = tx.scope;
  const rows = await tx
    .selectDistinct({ clientId: clientPayments.clientId })
    .from(clientPayments)
    .where(
      sql`${clientPayments.coachId} = ${coachId} and ${clientPayments.status} = 'failed'
        and ${hasFailedPayment(coachId, sql`client_payments.client_id`, sql`${today}::date`)}`,
    );
  return new Set(rows.map(({ clientId }) => clientId));
}

/** Monthly prices of each client on a day, by currency. Paused and ended subscriptions cost nothing. */
export async function listMonthlyPrices(tx: Tx<CoachScope>, day: string) {
  const { rows } = await tx.execute<{ clientId: string; currency: string; monthlyCents: number }>(sql`
    select c.client_id as "clientId", c.currency, sum(c.monthly_cents)::float8 as "monthlyCents"
    from (
      select distinct on (s.subscription_id) s.client_id, s.currency, s.monthly_cents
      from ${subscriptionChanges} s where s.coach_id = ${tx.scope.coachId} and s.effective_on <= ${day}::date
      order by s.subscription_id, s.number desc
    ) c
    where c.monthly_cents > 0 group by c.client_id, c.currency order by c.client_id, c.currency`);
  return rows;
}
