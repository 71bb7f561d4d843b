import type { ReceivedWebhook } from '@stridewell/contract/jobs';
import type { WebhookStatus } from '@stridewell/contract/jobs.rules';
import { refuse } from '../../core/refusals.ts';
import type { OperatorScope } from '../../core/tenancy/scope.ts';
import { pageOf } from '../../platform/db/cursor.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { describeError } from '../../platform/describe-error.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import { auditAbout } from '../audit/audit.service.ts';
import { nameDispute } from './billing.disputes.service.ts';
import { settleJob } from './billing.jobs.ts';
import { billingScope } from './billing.policy.ts';
import { type BillingDeps, settle } from './billing.purchase.service.ts';
import { countFailed, selectWebhooks, takeWebhook, updateWebhook } from './billing.webhooks.data.ts';

const PAGE = 50;
const ERROR_KEPT = 500;

type Subject = {
  checkoutId: string | null;
  subscriptionId: string | null;
  disputeId?: string | null | undefined;
  eventId?: string | undefined;
};

/** Settles the subject of an event, and keeps with the event how it went. @throws for the queue to try again */
export async function settleEvent(deps: BillingDeps, { eventId, disputeId, ...subject }: Subject): Promise<void> {
  const note = (status: WebhookStatus, error: string | null) =>
    eventId === undefined
      ? undefined
      : deps.db.write(billingScope, (tx) => updateWebhook(tx, eventId, { status, error }));
  try {
    await settle(deps, subject);
    if (disputeId) await nameDispute(deps, disputeId);
  } catch (error) {
    await note('failed', String(describeError(error).message).slice(0, ERROR_KEPT));
    throw error;
  }
  await note('done', null);
}

type Selection = { status?: WebhookStatus | undefined; after?: string | undefined };

/** A page of the events that the payment provider sent about plans, newest first. */
export async function listWebhooks(
  db: Database,
  { status, after }: Selection,
): Promise<{ webhooks: ReceivedWebhook[]; next: string | null }> {
  const [, ms, id] = /^(\d+)\.(.+)$/.exec(after ?? '') ?? [];
  const place = ms && id ? { at: new Date(Number(ms)), id } : null;
  const rows = await db.readAtOnce(billingScope, (tx) => selectWebhooks(tx, { status, after: place, limit: PAGE + 1 }));
  const { page, nextCursor } = pageOf(rows, PAGE);
  return { webhooks: page.map(({ at, ...event }) => ({ ...event, receivedAt: at.toISOString() })), next: nextCursor };
}

/** The events whose work failed, up to `atMost`, because more of them need no exact number. */
export const countFailedWebhooks = (db: Database, atMost: number): Promise<number> =>
  db.readAtOnce(billingScope, (tx) => countFailed(tx, atMost));

/**
 * Does the work of an event again. It reads the provider's present status, so it changes nothing that is done.
 * @throws NOT_FOUND, WEBHOOK_CHANGED while it waits or is about nothing of ours
 */
export async function replayWebhook(tx: Tx<OperatorScope, 'WEBHOOK_CHANGED'>, queue: Queue, id: string): Promise<void> {
  const event = await takeWebhook(tx, id);
  if (!event) throw refuse('NOT_FOUND');
  if (!event.isTaken) throw refuse(tx, 'WEBHOOK_CHANGED');
  const { isTaken: _, ...subject } = event;
  await queue.send(settleJob, { ...subject, eventId: id }, tx);
  auditAbout(tx, tx.scope.userId, { action: 'webhook.replayed', after: { event: id } });
}
