import type { WebhookStatus } from '@stridewell/contract/jobs/jobs.rules';
import { and, count, desc, eq, sql } from 'drizzle-orm';
import type { OperatorScope } from '../../core/tenancy/scope.ts';
import type { Cursor } from '../../platform/db/cursor.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { BillingTx } from './billing.purchase.data.ts';
import { billingScope } from './billing.scopes.ts';
import { webhookEvents } from './billing.table.ts';

export type WebhookRow = typeof webhookEvents.$inferSelect;

/** @returns false when the event is already known */
export async function insertWebhook(tx: BillingTx, event: typeof webhookEvents.$inferInsert): Promise<boolean> {
  const result = await tx.insert(webhookEvents).values(event).onConflictDoNothing();
  return result.rowCount === 1;
}

export async function findWebhook(tx: BillingTx, id: string): Promise<WebhookRow | undefined> {
  const [row] = await tx.select().from(webhookEvents).where(eq(webhookEvents.id, id));
  return row;
}

/** Records the outcome of one try. */
export async function updateWebhook(
  tx: BillingTx,
  id: string,
  changes: { status: WebhookStatus; error: string | null },
): Promise<void> {
  await tx
    .update(webhookEvents)
    .set({ ...changes, tries: sql`${webhookEvents.tries} + 1` })
    .where(eq(webhookEvents.id, id));
}

type Selection = { status: WebhookStatus | undefined; after: Cursor | null; limit: number };

export async function selectWebhooks(tx: BillingTx, { status, after, limit }: Selection) {
  const place = after ? sql`(${after.at.toISOString()}::timestamptz, ${after.id})` : undefined;
  return tx
    .select({
      id: webhookEvents.id,
      type: webhookEvents.type,
      accountId: webhookEvents.accountId,
      status: webhookEvents.status,
      tries: webhookEvents.tries,
      error: webhookEvents.error,
      at: webhookEvents.createdAt,
    })
    .from(webhookEvents)
    .where(
      and(
        status && eq(webhookEvents.status, status),
        place && sql`(${webhookEvents.createdAt}, ${webhookEvents.id}) < ${place}`,
      ),
    )
    .orderBy(desc(webhookEvents.createdAt), desc(webhookEvents.id))
    .limit(limit);
}

/** Counts events that failed on every try, up to `atMost`. */
export async function countFailed(tx: BillingTx, atMost: number): Promise<number> {
  const failed = tx
    .select({ id: webhookEvents.id })
    .from(webhookEvents)
    .where(eq(webhookEvents.status, 'failed'))
    .limit(atMost)
    .as('failed');
  const [row] = await tx.select({ count: count() }).from(failed);
  return row?.count ?? 0;
}

type Taken = {
  isTaken: boolean;
  checkoutId: string | null;
  subscriptionId: string | null;
  disputeId: string | null;
  accountId: string | null;
};

/** Makes an event wait again that is done or has failed at least once. @returns undefined when it is unknown */
export async function takeWebhook(tx: Tx<OperatorScope>, id: string): Promise<Taken | undefined> {
  const [taken = [], found = []] = await tx.sendAs(billingScope, [
    sql`update webhook_events set status = 'waiting', error = null, tries = 0
      where id = ${id} and status in ('done', 'failed', 'retrying') returning id`,
    sql`select checkout_id, subscription_id, dispute_id, account_id from webhook_events where id = ${id}`,
  ]);
  const [row] = found;
  const textOf = (value: unknown) => (typeof value === 'string' ? value : null);
  return (
    row && {
      isTaken: taken.length > 0,
      checkoutId: textOf(row.checkout_id),
      subscriptionId: textOf(row.subscription_id),
      disputeId: textOf(row.dispute_id),
      accountId: textOf(row.account_id),
    }
  );
}
