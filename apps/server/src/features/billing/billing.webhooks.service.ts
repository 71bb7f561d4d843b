import type { ReceivedWebhook } from '@stridewell/contract/jobs/jobs';
import type { WebhookStatus } from '@stridewell/contract/jobs/jobs.rules';
import Stripe from 'stripe';
import { v7 as uuidv7 } from 'uuid';
import { tellOperators } from '../../core/operator-events.ts';
import { settleAccountEventJob } from '../../core/payments/connect-jobs.ts';
import { sandboxSecret } from '../../core/payments/provider.ts';
import type { SandboxEvent } from '../../core/payments/sandbox.ts';
import { refuse } from '../../core/refusals.ts';
import type { Infrastructure } from '../../core/services.ts';
import { shownError } from '../../core/shown-errors.ts';
import type { OperatorScope } from '../../core/tenancy/scope.ts';
import { pageOf } from '../../platform/db/cursor.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { errorMessage } from '../../platform/describe-error.ts';
import type { JobTry, Queue } from '../../platform/queue/queue.ts';
import { auditAbout } from '../audit/audit.service.ts';
import { nameDispute, storeDispute } from './billing.disputes.service.ts';
import { settleJob } from './billing.jobs.ts';
import { type BillingDeps, settle } from './billing.purchase.service.ts';
import { billingScope } from './billing.scopes.ts';
import {
  countFailed,
  findWebhook,
  insertWebhook,
  selectWebhooks,
  takeWebhook,
  updateWebhook,
  type WebhookRow,
} from './billing.webhooks.data.ts';

const PAGE = 50;
const ERROR_KEPT = 500;

/**
 * Receives an event about plans. A job with retries settles its subject.
 * @throws ForgedEvent
 */
export async function receiveEvent(deps: BillingDeps, raw: string, signature: string): Promise<void> {
  const { id, type, checkoutId, subscriptionId, dispute } = deps.gateway.readEvent(raw, signature, deps.now());
  await deps.db.write(billingScope, async (tx) => {
    const subject = { checkoutId, subscriptionId, disputeId: dispute?.id ?? null };
    const isOurs = Object.values(subject).some((subjectId) => subjectId !== null);
    if (!(await insertWebhook(tx, { id, type, ...subject, status: isOurs ? 'waiting' : 'ignored' }))) return;
    if (dispute) await storeDispute(tx, dispute, deps.now());
    if (isOurs) await deps.queue.send(settleJob, { ...subject, eventId: id }, tx);
  });
}

/** Delivers an event of the sandbox to the webhook, signed like the provider's. */
export async function receiveSandboxEvent(
  deps: BillingDeps & Pick<Infrastructure, 'secret'>,
  { type, object }: SandboxEvent,
): Promise<void> {
  const created = Math.floor(deps.now().getTime() / 1000);
  const payload = JSON.stringify({ id: `evt_test_${uuidv7()}`, object: 'event', type, created, data: { object } });
  const secret = sandboxSecret(deps.secret);
  const header = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: created });
  await receiveEvent(deps, payload, header);
}

type AccountEvent = Pick<
  WebhookRow,
  'id' | 'type' | 'accountId' | 'checkoutId' | 'disputeId' | 'claimedCoachId' | 'claimedCheckoutId'
>;

/** Stores an event of a coach's account once. A job of the money feature processes it. */
export async function storeAccountEvent(
  { db, queue }: Pick<Infrastructure, 'db' | 'queue'>,
  event: AccountEvent,
): Promise<void> {
  const isOurs = event.accountId !== null && (event.disputeId ?? event.claimedCoachId) !== null;
  await db.write(billingScope, async (tx) => {
    const isNew = await insertWebhook(tx, { ...event, status: isOurs ? 'waiting' : 'ignored' });
    if (isNew && isOurs) await queue.send(settleAccountEventJob, { eventId: event.id }, tx);
  });
}

type PlanSubject = {
  checkoutId: string | null;
  subscriptionId: string | null;
  disputeId?: string | null | undefined;
  eventId?: string | undefined;
};

/** Settles the subject of an event, and records the outcome with it. @throws for the queue to retry */
export async function settleEvent(
  deps: BillingDeps,
  { eventId, disputeId, ...subject }: PlanSubject,
  tried: JobTry,
): Promise<void> {
  const work = async () => {
    await settle(deps, subject);
    if (disputeId) await nameDispute(deps, disputeId);
    return null;
  };
  await (eventId === undefined ? work() : workOnEvent(deps.db, eventId, { tried, work }));
}

/** Why an event is ignored; null when it was processed. */
type Ignored = string | null;

/** Processes a stored event of a coach's account. @throws for the queue to retry */
export async function workOnAccountEvent(
  db: Database,
  id: string,
  { tried, work }: { tried: JobTry; work: (event: AccountEvent) => Promise<Ignored> },
): Promise<void> {
  const event = await db.read(billingScope, (tx) => findWebhook(tx, id));
  if (event) await workOnEvent(db, id, { tried, work: () => work(event) });
}

async function workOnEvent(
  db: Database,
  id: string,
  { tried, work }: { tried: JobTry; work: () => Promise<Ignored> },
): Promise<void> {
  const note = (status: WebhookStatus, error: string | null) =>
    db.write(billingScope, async (tx) => {
      await updateWebhook(tx, id, { status, error });
      if (status === 'failed') await tellOperators(tx, 'jobs');
    });
  let ignored: Ignored;
  try {
    ignored = await work();
  } catch (error) {
    const reason = errorMessage(error).slice(0, ERROR_KEPT);
    await note(tried.isLastTry ? 'failed' : 'retrying', reason);
    throw error;
  }
  await note(ignored === null ? 'done' : 'ignored', ignored);
}

type Selection = { status?: WebhookStatus | undefined; after?: string | undefined };

/** A page of the payment provider's events, newest first. */
export async function listWebhooks(
  db: Database,
  { status, after }: Selection,
): Promise<{ webhooks: ReceivedWebhook[]; next: string | null }> {
  const [, ms, id] = /^(\d+)\.(.+)$/.exec(after ?? '') ?? [];
  const place = ms && id ? { at: new Date(Number(ms)), id } : null;
  const rows = await db.readAtOnce(billingScope, (tx) => selectWebhooks(tx, { status, after: place, limit: PAGE + 1 }));
  const { page, nextCursor } = pageOf(rows, PAGE);
  const webhooks = page.map(({ at, error, ...event }) => ({
    ...event,
    error: error === null ? null : shownError(error),
    receivedAt: at.toISOString(),
  }));
  return { webhooks, next: nextCursor };
}

/** Counts events that failed on every try up to `atMost`, because a higher number need not be exact. */
export const countFailedWebhooks = (db: Database, atMost: number): Promise<number> =>
  db.readAtOnce(billingScope, (tx) => countFailed(tx, atMost));

/**
 * Processes an event again. This is safe when it was processed before or a retry is planned, because it reads the
 * provider's current status. If a worker was killed on its last try, no retry is planned.
 * @throws NOT_FOUND, WEBHOOK_CHANGED before the first try, or when the event does not concern us
 */
export async function replayWebhook(tx: Tx<OperatorScope, 'WEBHOOK_CHANGED'>, queue: Queue, id: string): Promise<void> {
  const event = await takeWebhook(tx, id);
  if (!event) throw refuse('NOT_FOUND');
  const { isTaken, accountId, ...subject } = event;
  if (!isTaken) throw refuse(tx, 'WEBHOOK_CHANGED');
  if (accountId === null) await queue.send(settleJob, { ...subject, eventId: id }, tx);
  else await queue.send(settleAccountEventJob, { eventId: id }, tx);
  auditAbout(tx, tx.scope.userId, { action: 'webhook.replayed', after: { event: id } });
}
