import { SETUP_LABEL } from '@stridewell/contract/billing/billing.invoices.rules';
import { and, asc, desc, eq, gt, lte, ne, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/db/database.ts';
import type { SystemScope } from '../../platform/db/scope.ts';
import { sandboxCheckouts, sandboxInvoices, sandboxSubscriptions } from './sandbox.table.ts';

type BillingTx = Tx<SystemScope<'billing'>>;
export type CheckoutRow = typeof sandboxCheckouts.$inferSelect;
export type SubscriptionRow = typeof sandboxSubscriptions.$inferSelect;
export type InvoiceRow = typeof sandboxInvoices.$inferSelect;
export type { InvoiceLine } from './sandbox.table.ts';

export async function insertCheckout(tx: BillingTx, row: typeof sandboxCheckouts.$inferInsert): Promise<void> {
  await tx.insert(sandboxCheckouts).values(row);
}

export async function findCheckoutRow(tx: BillingTx, id: string): Promise<CheckoutRow | undefined> {
  const [row] = await tx.select().from(sandboxCheckouts).where(eq(sandboxCheckouts.id, id));
  return row;
}

/** Locks the checkout until the transaction ends, so that it is paid only once. */
export async function lockCheckout(tx: BillingTx, id: string): Promise<CheckoutRow | undefined> {
  const [row] = await tx.select().from(sandboxCheckouts).where(eq(sandboxCheckouts.id, id)).for('update');
  return row;
}

export async function completeCheckout(
  tx: BillingTx,
  id: string,
  values: { email: string; customerId: string; subscriptionId: string },
): Promise<void> {
  await tx
    .update(sandboxCheckouts)
    .set({ ...values, status: 'complete' })
    .where(eq(sandboxCheckouts.id, id));
}

export async function insertSubscription(tx: BillingTx, row: typeof sandboxSubscriptions.$inferInsert): Promise<void> {
  await tx.insert(sandboxSubscriptions).values(row);
}

export async function findSubscriptionRow(tx: BillingTx, id: string): Promise<SubscriptionRow | undefined> {
  const [row] = await tx.select().from(sandboxSubscriptions).where(eq(sandboxSubscriptions.id, id));
  return row;
}

/** Locks the subscription until the transaction ends. */
export async function lockSubscription(tx: BillingTx, id: string): Promise<SubscriptionRow | undefined> {
  const [row] = await tx.select().from(sandboxSubscriptions).where(eq(sandboxSubscriptions.id, id)).for('update');
  return row;
}

export async function updateSubscription(
  tx: BillingTx,
  id: string,
  values: Partial<Omit<SubscriptionRow, 'id'>>,
): Promise<void> {
  await tx.update(sandboxSubscriptions).set(values).where(eq(sandboxSubscriptions.id, id));
}

/** Ids of subscriptions whose period is over, most overdue first. */
export async function selectDueSubscriptions(
  tx: BillingTx,
  { now, after, limit }: { now: Date; after: string | undefined; limit: number },
): Promise<string[]> {
  const rows = await tx
    .select({ id: sandboxSubscriptions.id })
    .from(sandboxSubscriptions)
    .where(
      and(
        lte(sandboxSubscriptions.currentPeriodEnd, now),
        eq(sandboxSubscriptions.status, 'active'),
        after === undefined ? undefined : gt(sandboxSubscriptions.id, after),
      ),
    )
    .orderBy(asc(sandboxSubscriptions.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function insertInvoice(
  tx: BillingTx,
  row: Omit<typeof sandboxInvoices.$inferInsert, 'number'>,
): Promise<void> {
  await tx.insert(sandboxInvoices).values(row);
}

/** Invoices of a subscription, newest first. */
export async function selectInvoices(tx: BillingTx, subscriptionId: string): Promise<InvoiceRow[]> {
  return tx
    .select()
    .from(sandboxInvoices)
    .where(eq(sandboxInvoices.subscriptionId, subscriptionId))
    .orderBy(desc(sandboxInvoices.createdAt), desc(sandboxInvoices.number))
    .limit(100);
}

/** Whether this customer paid a setup fee, in any subscription, that was not refunded. */
export async function hasPaidSetup(tx: BillingTx, customerId: string | null): Promise<boolean> {
  if (!customerId) return false;
  const rows = await tx
    .select({ id: sandboxInvoices.id })
    .from(sandboxInvoices)
    .innerJoin(sandboxSubscriptions, eq(sandboxSubscriptions.id, sandboxInvoices.subscriptionId))
    .where(
      and(
        eq(sandboxSubscriptions.customerId, customerId),
        ne(sandboxInvoices.status, 'refunded'),
        sql`${sandboxInvoices.lines} @> ${JSON.stringify([{ label: SETUP_LABEL }])}::jsonb`,
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** Marks open invoices as paid. */
export async function settleInvoices(tx: BillingTx, subscriptionId: string, paidAt: Date): Promise<void> {
  await tx
    .update(sandboxInvoices)
    .set({ status: 'paid', paidAt })
    .where(and(eq(sandboxInvoices.subscriptionId, subscriptionId), eq(sandboxInvoices.status, 'open')));
}

/** Marks paid invoices as refunded. @returns their sum in cents */
export async function refundInvoices(tx: BillingTx, subscriptionId: string): Promise<number> {
  const rows = await tx
    .update(sandboxInvoices)
    .set({ status: 'refunded' })
    .where(and(eq(sandboxInvoices.subscriptionId, subscriptionId), eq(sandboxInvoices.status, 'paid')))
    .returning({ amountCents: sandboxInvoices.amountCents });
  return rows.reduce((sum, { amountCents }) => sum + amountCents, 0);
}
