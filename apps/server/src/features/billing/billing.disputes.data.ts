import { asc, eq, isNull, sql } from 'drizzle-orm';
import type { Dispute } from '../../core/payments/gateway.ts';
import { users } from '../../core/people/people.table.ts';
import type { BillingTx } from './billing.purchase.data.ts';
import { disputes } from './billing.table.ts';

/** Stores the dispute of an event. Events arrive in any order, so a closed dispute does not change. */
export async function upsertDispute(
  tx: BillingTx,
  { isClosed, ...dispute }: Dispute & { accountId?: string; userId?: string },
  now: Date,
): Promise<void> {
  const { amount, currency, respondBy } = dispute;
  const closedAt = isClosed ? now : null;
  await tx
    .insert(disputes)
    .values({ ...dispute, closedAt })
    .onConflictDoUpdate({
      target: disputes.id,
      set: { amount, currency, respondBy, closedAt },
      setWhere: isNull(disputes.closedAt),
    });
}

export async function findDispute(tx: BillingTx, id: string) {
  const [row] = await tx.select().from(disputes).where(eq(disputes.id, id));
  return row;
}

/** Stores the coach whose plan was paid, if the customer has an account. */
export async function updatePayer(tx: BillingTx, id: string, customerId: string): Promise<void> {
  await tx
    .update(disputes)
    .set({ userId: sql`(select u.id from users u where u.stripe_customer_id = ${customerId} limit 1)` })
    .where(eq(disputes.id, id));
}

/** The first open disputes. */
export const selectOpenDisputes = (tx: BillingTx, limit: number) =>
  tx
    .select({
      id: disputes.id,
      coachId: users.id,
      fullName: users.name,
      accountId: disputes.accountId,
      amount: disputes.amount,
      currency: disputes.currency,
      respondBy: disputes.respondBy,
    })
    .from(disputes)
    .leftJoin(users, eq(users.id, disputes.userId))
    .where(isNull(disputes.closedAt))
    .orderBy(asc(disputes.createdAt), asc(disputes.id))
    .limit(limit);
