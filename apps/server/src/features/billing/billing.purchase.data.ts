import type { PaidPlan, Plan } from '@stridewell/contract/billing/billing.rules';
import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { coaches, userRoles, users } from '../../core/people/people.table.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { SystemScope } from '../../platform/db/scope.ts';
import { purchases, subscriptions } from './billing.table.ts';

export type BillingTx = Tx<SystemScope<'billing'>>;
export type PurchaseRow = typeof purchases.$inferSelect;
export type SubscriptionRow = typeof subscriptions.$inferSelect;

/** Serialises changes of a subscription until the transaction ends. */
export async function lockSettling(tx: BillingTx, subscriptionId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`subscription:${subscriptionId}`}, 0))`);
}

export async function insertPurchase(tx: BillingTx, purchase: { sessionId: string; plan: PaidPlan }): Promise<void> {
  await tx.insert(purchases).values(purchase).onConflictDoNothing();
}

export async function findPurchase(tx: BillingTx, sessionId: string): Promise<PurchaseRow | undefined> {
  const [row] = await tx.select().from(purchases).where(eq(purchases.sessionId, sessionId));
  return row;
}

/** Stores the payment of a purchase. @returns true the first time */
export async function upsertPayment(
  tx: BillingTx,
  paid: { sessionId: string; plan: PaidPlan; email: string; subscriptionId: string; paidAt: Date },
): Promise<boolean> {
  await insertPurchase(tx, paid);
  const { sessionId, email, subscriptionId, paidAt } = paid;
  const result = await tx
    .update(purchases)
    .set({ email, subscriptionId, paidAt })
    .where(and(eq(purchases.sessionId, sessionId), isNull(purchases.paidAt)));
  return result.rowCount === 1;
}

/** Links the purchase to an account. @returns false when it is already linked */
export async function claimPurchase(tx: BillingTx, sessionId: string, userId: string): Promise<boolean> {
  const result = await tx
    .update(purchases)
    .set({ userId })
    .where(and(eq(purchases.sessionId, sessionId), isNull(purchases.userId)));
  return result.rowCount === 1;
}

/** Paid purchases of an address without an account. */
export async function selectWaitingPurchases(tx: BillingTx, email: string): Promise<PurchaseRow[]> {
  return tx
    .select()
    .from(purchases)
    .where(and(eq(purchases.email, email), isNull(purchases.userId), isNotNull(purchases.paidAt)));
}

/** Claims the reminder of a purchase; undefined when it was sent or is not needed. */
export async function claimReminder(tx: BillingTx, sessionId: string, at: Date): Promise<PurchaseRow | undefined> {
  const [row] = await tx
    .update(purchases)
    .set({ remindedAt: at })
    .where(
      and(
        eq(purchases.sessionId, sessionId),
        isNull(purchases.userId),
        isNull(purchases.remindedAt),
        isNotNull(purchases.paidAt),
      ),
    )
    .returning();
  return row;
}

/** The account of a subscription's buyer; null before an account claims the purchase. */
export async function findBuyer(tx: BillingTx, subscriptionId: string): Promise<string | null> {
  const [row] = await tx
    .select({ userId: purchases.userId })
    .from(purchases)
    .where(and(eq(purchases.subscriptionId, subscriptionId), isNotNull(purchases.userId)));
  return row?.userId ?? null;
}

export async function findSubscription(tx: BillingTx, id: string): Promise<SubscriptionRow | undefined> {
  const [row] = await tx.select().from(subscriptions).where(eq(subscriptions.id, id));
  return row;
}

/** Extends the grace period of a subscription. @returns false when it has changed since it was read */
export async function updateGrace(
  tx: BillingTx,
  id: string,
  { seen, until }: { seen: Date | null; until: Date },
): Promise<boolean> {
  const { rowCount } = await tx
    .update(subscriptions)
    .set({ graceExtendedUntil: until })
    .where(
      and(
        eq(subscriptions.id, id),
        isNotNull(subscriptions.failingSince),
        sql`${subscriptions.graceExtendedUntil} is not distinct from ${seen?.toISOString() ?? null}::timestamptz`,
      ),
    );
  return rowCount === 1;
}

export async function upsertSubscription(tx: BillingTx, row: Omit<SubscriptionRow, 'createdAt'>): Promise<void> {
  const { id: _, ...set } = row;
  await tx.insert(subscriptions).values(row).onConflictDoUpdate({ target: subscriptions.id, set });
}

export const ENDED = ['canceled', 'incomplete_expired'];
export const hasEnded = (status: string): boolean => ENDED.includes(status);

/** The account's subscription that has not ended. */
export async function findLiveSubscription(tx: BillingTx, userId: string): Promise<SubscriptionRow | undefined> {
  const [row] = await tx
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), notInArray(subscriptions.status, ENDED)));
  return row;
}

/** Ids of all subscriptions of an account, ended ones included. */
export async function selectSubscriptionIds(tx: BillingTx, userId: string): Promise<string[]> {
  const rows = await tx.select({ id: subscriptions.id }).from(subscriptions).where(eq(subscriptions.userId, userId));
  return rows.map(({ id }) => id);
}

/** Subscriptions by id whose payments have failed since `before`, without a longer grace period, on a paid plan. */
export async function selectOverdue(
  tx: BillingTx,
  { before, now, after, limit }: { before: Date; now: Date; after: string | undefined; limit: number },
): Promise<string[]> {
  const rows = await tx
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .innerJoin(users, eq(users.id, subscriptions.userId))
    .where(
      and(
        lte(subscriptions.failingSince, before),
        or(isNull(subscriptions.graceExtendedUntil), lte(subscriptions.graceExtendedUntil, now)),
        sql`${users.plan} <> 'base'`,
        after === undefined ? undefined : gt(subscriptions.id, after),
      ),
    )
    .orderBy(asc(subscriptions.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

const accountColumns = {
  userId: users.id,
  email: users.email,
  fullName: users.name,
  emailVerified: users.emailVerified,
  plan: sql<Plan | null>`${users.plan}`,
  customerId: users.stripeCustomerId,
};

export async function findAccount(tx: BillingTx, userId: string) {
  const [row] = await tx
    .select({ ...accountColumns, timeZone: coaches.timeZone })
    .from(users)
    .leftJoin(coaches, eq(coaches.id, users.id))
    .where(eq(users.id, userId));
  return row;
}

export async function findAccountByEmail(tx: BillingTx, email: string) {
  const [row] = await tx.select(accountColumns).from(users).where(eq(users.email, email));
  return row;
}

const LIVE = sql.raw("s.status not in ('canceled', 'incomplete_expired')");

/**
 * Statements that change the plan of a coach without a subscription. The first returns a row if the coach still has the
 * plan `from`. Without a row, the transaction must be rolled back.
 */
export function planStatements(userId: string, { from, record, role }: ComplimentaryPlan): SQL[] {
  const { plan, includedClients } = record;
  return [
    sql`update users u set plan = ${plan}, included_clients = ${includedClients}, subscription_status = 'active',
      grace_until = null
      where u.id = ${userId}::uuid and coalesce(u.plan, 'base') = ${from}
        and not exists (select 1 from subscriptions s where s.user_id = ${userId}::uuid and ${LIVE})
      returning u.id`,
    sql`update user_roles set role = ${role} where user_id = ${userId}::uuid
      and role in ('Coach-Base', 'Coach-Plus', 'Coach-Pro')`,
  ];
}

export type ComplimentaryPlan = { from: Plan; record: { plan: Plan; includedClients: number }; role: string };

const COACH_ROLES = ['Coach-Base', 'Coach-Plus', 'Coach-Pro'];

/** Writes the plan record and its role, and gives a pending coach the status `admitAs`. */
export async function updatePlan(
  tx: BillingTx,
  userId: string,
  values: {
    record: Pick<typeof users.$inferInsert, 'plan' | 'includedClients' | 'subscriptionStatus' | 'graceUntil'>;
    customerId: string;
    role: string;
    admitAs: 'approved' | 'active' | null;
  },
): Promise<void> {
  const { record, customerId, role, admitAs } = values;
  await tx
    .update(users)
    .set({ ...record, stripeCustomerId: customerId })
    .where(eq(users.id, userId));
  await tx
    .update(userRoles)
    .set({ role })
    .where(and(eq(userRoles.userId, userId), inArray(userRoles.role, COACH_ROLES)));
  if (!admitAs) return;
  await tx
    .update(coaches)
    .set({ status: admitAs })
    .where(and(eq(coaches.id, userId), eq(coaches.status, 'pending')));
}
