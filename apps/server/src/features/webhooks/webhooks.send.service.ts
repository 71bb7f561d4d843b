import { isFeatureAllowed } from '@stridewell/contract/billing/billing.rules';
import {
  ANSWER_SECONDS,
  FAILING_DAYS,
  type SendProblem,
  TEST_EVENT,
  WEBHOOK_BOUNDS,
} from '@stridewell/contract/webhooks/webhooks.rules';
import { Webhook } from 'standardwebhooks';
import type { z } from 'zod';
import { findCoachOnRecord } from '../../core/people/coach-record.data.ts';
import type { Infrastructure } from '../../core/services.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { isPrivateAddress, type Outbound, readStart } from '../../platform/http/outbound.ts';
import { requireTime } from '../../platform/queue/each-due.ts';
import type { Seal } from '../../platform/seal.ts';
import { toStorableText } from '../../platform/storable-text.ts';
import { audit } from '../audit/audit.service.ts';
import { notify } from '../notifications/notifications.service.ts';
import { findLead } from '../pipeline/pipeline.service.ts';
import { findPhone } from '../records/records.service.ts';
import {
  type DeliveryRow,
  type EndpointRow,
  findClientContact,
  findDelivery,
  findDue,
  lockEndpoint,
  stopDeliveries,
  updateDelivery,
  updateEndpoint,
} from './webhooks.data.ts';
import type { sendWebhooksJob } from './webhooks.jobs.ts';
import { addSeconds, bodyOf, type ContactValues, retryAfterOf, waitAfterFailure } from './webhooks.rules.ts';
import { senderScopeOf } from './webhooks.scopes.ts';

type CoachTx = Tx<CoachScope>;

/** A delivery whose worker died is tried again after this time, which is longer than an attempt. */
const LEASE_SECONDS = 120;
const DAY_MS = 86_400_000;
const GONE = 410;

/** Contact of the client or lead of a delivery; null when there is none, or no longer. */
async function findContact(
  tx: CoachTx,
  { clientId, leadId }: Pick<DeliveryRow, 'clientId' | 'leadId'>,
): Promise<ContactValues | null> {
  if (leadId) {
    const lead = await findLead(tx, leadId);
    if (!lead) return null;
    const { name, email, phone, status: stage, source, valueCents, currency } = lead;
    return { name, email, phone, stage, source, value: valueCents === null ? null : { cents: valueCents, currency } };
  }
  if (!clientId) return null;
  const [client, phone] = await Promise.all([findClientContact(tx, clientId), findPhone(tx, clientId)]);
  if (!client || client.isGone) return null;
  const { name, email, stage } = client;
  return { name, email, phone, stage, source: null, value: null };
}

type Claimed = {
  delivery: DeliveryRow;
  address: string;
  body: string;
  /** The present secret, then the former one. */
  secrets: string[];
};

const secretsOf = ({ sealed, formerSealed, formerUntil }: EndpointRow, seal: Seal, now: Date): string[] => [
  seal.open(sealed),
  ...(formerSealed && formerUntil && formerUntil > now ? [seal.open(formerSealed)] : []),
];

/**
 * Takes the next delivery that is due, for the time of one attempt. Null when nothing is due, when the endpoint is off or
 * waits after a failure, and when the plan has ended.
 */
async function claim(tx: CoachTx, endpointId: string, seal: Seal, now: Date): Promise<Claimed | null> {
  const coach = await findCoachOnRecord(tx);
  if (!coach?.isActive || !isFeatureAllowed(coach.access, 'integrations', now)) return null;
  const endpoint = await lockEndpoint(tx, endpointId);
  if (!endpoint?.isOn || (endpoint.retryAt && endpoint.retryAt > now)) return null;
  const due = await findDue(tx, endpointId, now);
  if (!due) return null;
  const delivery = Object.assign(due, { attempts: due.attempts + 1, dueAt: addSeconds(now, LEASE_SECONDS) });
  await updateDelivery(tx, delivery, { attempts: delivery.attempts, dueAt: delivery.dueAt });
  const contact = endpoint.fields.length > 0 ? await findContact(tx, delivery) : null;
  return {
    delivery,
    address: endpoint.address,
    body: bodyOf(delivery, endpoint.fields, contact),
    secrets: secretsOf(endpoint, seal, now),
  };
}

type Attempt = {
  at: Date;
  milliseconds: number;
  code: number | null;
  problem: SendProblem | null;
  answer: string;
  retryAfter: number | null;
};

const problemOf = (error: unknown): SendProblem => {
  if (isPrivateAddress(error)) return 'private';
  return error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'unreachable';
};

/** Sends one attempt. Redirects are not followed: an answer other than 2xx is a failure. */
async function attempt(outbound: Outbound, { delivery, address, body, secrets }: Claimed, now: Date): Promise<Attempt> {
  const start = performance.now();
  const took = () => Math.round(performance.now() - start);
  const { eventId } = delivery;
  const signatures = secrets.map((secret) => new Webhook(secret).sign(eventId, now, body));
  try {
    const response = await outbound.fetch(address, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'webhooks/1.0',
        'webhook-id': eventId,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': signatures.join(' '),
      },
      signal: AbortSignal.timeout(ANSWER_SECONDS * 1000),
    });
    const answer = await readStart(response, WEBHOOK_BOUNDS.responseBytes);
    const retryAfter = retryAfterOf(response.headers.get('retry-after'), now);
    return { at: now, milliseconds: took(), code: response.status, problem: null, answer, retryAfter };
  } catch (error) {
    return { at: now, milliseconds: took(), code: null, problem: problemOf(error), answer: '', retryAfter: null };
  }
}

/** Turns an endpoint off after failures, and tells the coach. */
async function turnOff(tx: CoachTx, { id, label }: EndpointRow, offReason: 'failing' | 'gone'): Promise<void> {
  await updateEndpoint(tx, id, { isOn: false, offReason });
  await stopDeliveries(tx, id);
  audit(tx, { action: 'webhook_endpoint.turned_off', subjectId: id, after: { reason: offReason }, bySystem: true });
  await notify(tx, {
    userId: tx.scope.coachId,
    type: 'webhook_turned_off',
    title: 'A webhook was turned off',
    message:
      offReason === 'gone'
        ? `“${label}” answered that it is gone (HTTP 410).`
        : `“${label}” has failed for ${FAILING_DAYS} days. Fix the address and turn it on again.`,
    metadata: {},
  });
}

/** @returns whether the next delivery can follow at once */
async function settle(tx: CoachTx, { delivery }: Claimed, made: Attempt): Promise<boolean> {
  const { endpointId, attempts } = delivery;
  const endpoint = await lockEndpoint(tx, endpointId);
  const stored = await findDelivery(tx, delivery);
  // It was deleted, stopped or sent again meanwhile.
  if (!endpoint?.isOn || stored?.status !== 'pending' || stored.attempts !== attempts) return false;
  const { at: triedAt, milliseconds, code, problem, retryAfter } = made;
  const result = { triedAt, milliseconds, code, problem, answer: toStorableText(made.answer) };
  const isTest = delivery.type === TEST_EVENT;
  if (code !== null && code >= 200 && code < 300) {
    await updateDelivery(tx, delivery, Object.assign(result, { status: 'delivered' as const, dueAt: null }));
    if (endpoint.failingSince && !isTest) await updateEndpoint(tx, endpointId, { failingSince: null, retryAt: null });
    return true;
  }
  const { dueAt, retryAt } = waitAfterFailure(attempts, { retryAfter, now: triedAt });
  const isLast = isTest || dueAt === null;
  const after = isLast ? { status: 'failed' as const, dueAt: null } : { dueAt };
  await updateDelivery(tx, delivery, Object.assign(result, after));
  // A test says nothing about the time before, so it turns nothing off.
  if (isTest) return true;
  const failingSince = endpoint.failingSince ?? triedAt;
  await updateEndpoint(tx, endpointId, { failingSince, retryAt });
  if (code === GONE) await turnOff(tx, endpoint, 'gone');
  else if (triedAt.getTime() - failingSince.getTime() >= FAILING_DAYS * DAY_MS) await turnOff(tx, endpoint, 'failing');
  return false;
}

type Deps = Pick<Infrastructure, 'db' | 'outbound' | 'seal' | 'now'>;

/**
 * Sends what is due at an endpoint, one after the other, until it fails. Each attempt is claimed before it is sent and
 * settled afterwards, so no transaction waits for an answer. A worker that dies in between leaves an attempt that is made
 * again with the same `webhook-id`.
 * @throws WorkStopped when the job should end
 */
export async function sendDue(
  { db, outbound, seal, now }: Deps,
  { coachId, endpointId }: z.infer<typeof sendWebhooksJob.schema>,
): Promise<void> {
  const scope = senderScopeOf(coachId);
  for (;;) {
    requireTime();
    const claimed = await db.write(scope, (tx) => claim(tx, endpointId, seal, now()));
    if (!claimed) return;
    const made = await attempt(outbound, claimed, now());
    if (!(await db.write(scope, (tx) => settle(tx, claimed, made)))) return;
  }
}
