import { and, asc, count, eq, gte, inArray, isNotNull, notInArray, or } from 'drizzle-orm';
import { users } from '../../core/people/people.table.ts';
import { type BillingTx, ENDED } from './billing.purchase.data.ts';
import { subscriptions } from './billing.table.ts';

/** Counts running subscriptions by plan and billed clients: at most a few hundred groups. */
export const countRunning = (tx: BillingTx) =>
  tx
    .select({ plan: subscriptions.plan, clients: subscriptions.clients, count: count() })
    .from(subscriptions)
    .where(and(isNotNull(subscriptions.userId), notInArray(subscriptions.status, [...ENDED, 'incomplete'])))
    .groupBy(subscriptions.plan, subscriptions.clients);

/** All subscriptions of accounts for which one began or ended since `from`. */
export const selectRecentSubscriptions = (tx: BillingTx, from: Date) => {
  const touched = tx
    .select({ userId: subscriptions.userId })
    .from(subscriptions)
    .where(or(gte(subscriptions.createdAt, from), gte(subscriptions.endedAt, from)));
  return tx
    .select({
      id: subscriptions.id,
      userId: subscriptions.userId,
      plan: subscriptions.plan,
      clients: subscriptions.clients,
      createdAt: subscriptions.createdAt,
      endedAt: subscriptions.endedAt,
    })
    .from(subscriptions)
    .where(
      and(
        inArray(subscriptions.userId, touched),
        notInArray(subscriptions.status, ['incomplete', 'incomplete_expired']),
      ),
    )
    .orderBy(asc(subscriptions.createdAt));
};

/** Running subscriptions whose payments fail, longest first. */
export async function selectFailing(tx: BillingTx, limit: number) {
  const rows = await tx
    .select({ coachId: users.id, fullName: users.name, since: subscriptions.failingSince })
    .from(subscriptions)
    .innerJoin(users, eq(users.id, subscriptions.userId))
    .where(and(isNotNull(subscriptions.failingSince), notInArray(subscriptions.status, ENDED)))
    .orderBy(asc(subscriptions.failingSince))
    .limit(limit);
  return rows.flatMap(({ since, ...coach }) => (since ? [{ ...coach, since }] : []));
}
