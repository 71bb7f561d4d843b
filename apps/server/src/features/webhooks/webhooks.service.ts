import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Plan } from '@stridewell/contract/billing/billing.rules';
import type { WebhookDelivery, WebhookEndpoint, WebhookInput } from '@stridewell/contract/webhooks/webhooks';
import {
  DELIVERY_PAGE,
  FORMER_SECRET_HOURS,
  MOST_ENDPOINTS,
  TEST_EVENT,
  WEBHOOK_EVENT_NAMES,
  type WebhookEvent,
} from '@stridewell/contract/webhooks/webhooks.rules';
import { enqueue } from '../../core/background.ts';
import { refuse } from '../../core/refusals.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Env } from '../../env.ts';
import { type Cursor, pageOf } from '../../platform/db/cursor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { isPrivateHost } from '../../platform/http/outbound.ts';
import type { Seal } from '../../platform/seal.ts';
import { audit } from '../audit/audit.service.ts';
import {
  type DeliveryRow,
  deleteEndpointRow,
  type EndpointRow,
  findDelivery,
  findEndpoint,
  insertDeliveries,
  insertEndpoint,
  lockEndpoint,
  lockEndpointCount,
  selectDeliveries,
  selectEndpoints,
  stopDeliveries,
  updateDelivery,
  updateEndpoint,
} from './webhooks.data.ts';
import { sendWebhooksJob } from './webhooks.jobs.ts';
import { addSeconds } from './webhooks.rules.ts';

type CoachTx = Tx<CoachScope>;
type Deps = { env: Pick<Env, 'WEBHOOK_ALLOW_PRIVATE'>; seal: Seal; now: Date };

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

const toEndpoint = (row: EndpointRow, now: Date): WebhookEndpoint => ({
  id: row.id,
  label: row.label,
  url: row.address,
  events: WEBHOOK_EVENT_NAMES.filter((name) => row.events[name] !== undefined),
  fields: row.fields,
  isOn: row.isOn,
  offReason: row.offReason,
  secretNumber: row.secretNumber,
  formerSecretUntil: row.formerUntil && row.formerUntil > now ? row.formerUntil.toISOString() : null,
  failingSince: iso(row.failingSince),
  createdAt: row.createdAt.toISOString(),
});

const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** @throws WEBHOOK_ADDRESS_REFUSED for plain HTTP, and for a private address in numbers */
function requireAddress(tx: Tx<CoachScope, 'WEBHOOK_ADDRESS_REFUSED'>, { env }: Deps, address: string): void {
  if (env.WEBHOOK_ALLOW_PRIVATE) return;
  const { protocol, hostname } = new URL(address);
  if (protocol !== 'https:' || isPrivateHost(hostname)) throw refuse(tx, 'WEBHOOK_ADDRESS_REFUSED');
}

/** Facts for the audit log, without the label, and the host alone of an address that may hold a secret. */
const factsOf = ({ address, events, fields, isOn }: Pick<EndpointRow, 'address' | 'events' | 'fields' | 'isOn'>) => ({
  host: new URL(address).host,
  events: Object.keys(events),
  fields: fields.map(({ field }) => field),
  isOn,
});

type Times = EndpointRow['events'];

/** The chosen events with the time from which each is sent: from now on, unless it was chosen before. */
const timesOf = (chosen: readonly WebhookEvent[], now: Date, before: Times = {}): Times =>
  Object.fromEntries(chosen.map((name) => [name, before[name] ?? now.toISOString()]));

export async function listEndpoints(
  tx: CoachTx,
  { plan, now }: { plan: Plan; now: Date },
): Promise<{ endpoints: WebhookEndpoint[]; most: number }> {
  const rows = await selectEndpoints(tx);
  return { endpoints: rows.map((row) => toEndpoint(row, now)), most: MOST_ENDPOINTS[plan] };
}

/** @throws NOT_FOUND */
export async function getEndpoint(tx: CoachTx, id: string, now: Date): Promise<WebhookEndpoint> {
  const row = await findEndpoint(tx, id);
  if (!row) throw refuse('NOT_FOUND');
  return toEndpoint(row, now);
}

/**
 * Adds an endpoint. The same request again gives the endpoint without its secret.
 * @throws WEBHOOK_ADDRESS_REFUSED, TOO_MANY_ENDPOINTS
 */
export async function createEndpoint(
  tx: Tx<CoachScope, 'WEBHOOK_ADDRESS_REFUSED' | 'TOO_MANY_ENDPOINTS'>,
  deps: Deps,
  { id, plan, input }: { id: string; plan: Plan; input: WebhookInput },
): Promise<{ endpoint: WebhookEndpoint; secret: string | null }> {
  const { seal, now } = deps;
  requireAddress(tx, deps, input.url);
  const others = await lockEndpointCount(tx);
  const stored = await findEndpoint(tx, id);
  if (stored) return { endpoint: toEndpoint(stored, now), secret: null };
  if (others >= MOST_ENDPOINTS[plan]) throw refuse(tx, 'TOO_MANY_ENDPOINTS');
  const secret = newSecret();
  const row = await insertEndpoint(tx, {
    id,
    label: input.label,
    address: input.url,
    events: timesOf(input.events, now),
    fields: input.fields,
    isOn: true,
    sealed: seal.seal(secret),
    secretNumber: 1,
    readUntil: now,
    createdAt: now,
  });
  audit(tx, { action: 'webhook_endpoint.added', subjectId: id, after: factsOf(row) });
  return { endpoint: toEndpoint(row, now), secret };
}

/**
 * Changes an endpoint, or turns it on or off. Events from the time that it was off are not sent. Idempotent.
 * @throws NOT_FOUND, WEBHOOK_ADDRESS_REFUSED
 */
export async function changeEndpoint(
  tx: Tx<CoachScope, 'WEBHOOK_ADDRESS_REFUSED'>,
  deps: Deps,
  { id, input, isOn }: { id: string; input: WebhookInput; isOn: boolean },
): Promise<WebhookEndpoint> {
  const { now } = deps;
  const stored = await lockEndpoint(tx, id);
  if (!stored) throw refuse('NOT_FOUND');
  if (input.url !== stored.address) requireAddress(tx, deps, input.url);
  const isTurnedOn = isOn && !stored.isOn;
  const changes = {
    label: input.label,
    address: input.url,
    events: timesOf(input.events, now, isTurnedOn ? {} : stored.events),
    fields: input.fields,
    isOn,
    offReason: isOn ? null : (stored.offReason ?? ('coach' as const)),
  };
  const { label, address, events, fields, offReason } = stored;
  if (isDeepStrictEqual(changes, { label, address, events, fields, isOn: stored.isOn, offReason })) {
    return toEndpoint(stored, now);
  }
  const isFresh = isTurnedOn || input.url !== stored.address;
  const row = await updateEndpoint(
    tx,
    id,
    Object.assign(changes, isTurnedOn && { readUntil: now }, isFresh && { failingSince: null, retryAt: null }),
  );
  if (!isOn) await stopDeliveries(tx, id);
  audit(tx, {
    action: 'webhook_endpoint.changed',
    subjectId: id,
    before: factsOf(stored),
    after: factsOf(row),
  });
  return toEndpoint(row, now);
}

/** Deletes an endpoint with its log. Idempotent. */
export async function removeEndpoint(tx: CoachTx, id: string): Promise<void> {
  if (await deleteEndpointRow(tx, id)) audit(tx, { action: 'webhook_endpoint.deleted', subjectId: id });
}

/**
 * Makes a new secret. The former one signs too for a day.
 * @throws NOT_FOUND, SECRET_CHANGED when `secretNumber` is not that of the present secret
 */
export async function rotateSecret(
  tx: Tx<CoachScope, 'SECRET_CHANGED'>,
  { seal, now }: Deps,
  { id, secretNumber }: { id: string; secretNumber: number },
): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
  const stored = await lockEndpoint(tx, id);
  if (!stored) throw refuse('NOT_FOUND');
  if (stored.secretNumber !== secretNumber) throw refuse(tx, 'SECRET_CHANGED');
  const secret = newSecret();
  const row = await updateEndpoint(tx, id, {
    sealed: seal.seal(secret),
    secretNumber: secretNumber + 1,
    formerSealed: stored.sealed,
    formerUntil: addSeconds(now, FORMER_SECRET_HOURS * 3600),
  });
  audit(tx, { action: 'webhook_endpoint.secret_changed', subjectId: id });
  return { endpoint: toEndpoint(row, now), secret };
}

/** @throws NOT_FOUND, ENDPOINT_OFF */
async function requireOn(tx: Tx<CoachScope, 'ENDPOINT_OFF'>, id: string): Promise<EndpointRow> {
  const endpoint = await lockEndpoint(tx, id);
  if (!endpoint) throw refuse('NOT_FOUND');
  if (!endpoint.isOn) throw refuse(tx, 'ENDPOINT_OFF');
  return endpoint;
}

const sendNow = (tx: CoachTx, endpointId: string) =>
  enqueue(tx, sendWebhooksJob, { coachId: tx.scope.coachId, endpointId });

type OneDelivery = { endpointId: string; eventId: string };

/**
 * Sends a test event. Idempotent.
 * @throws NOT_FOUND, ENDPOINT_OFF
 */
export async function sendTest(
  tx: Tx<CoachScope, 'ENDPOINT_OFF'>,
  { endpointId, eventId }: OneDelivery,
  now: Date,
): Promise<void> {
  await requireOn(tx, endpointId);
  if (await findDelivery(tx, { endpointId, eventId })) return;
  const times = { occurredAt: now, recordedAt: now, createdAt: now, dueAt: now };
  const test = {
    eventId,
    endpointId,
    subjectId: endpointId,
    type: TEST_EVENT,
    actor: 'coach',
    status: 'pending',
  } as const;
  await insertDeliveries(tx, [Object.assign(times, test)]);
  // A test is sent at once, also after a failure.
  await updateEndpoint(tx, endpointId, { retryAt: null });
  await sendNow(tx, endpointId);
  audit(tx, { action: 'webhook_endpoint.tested', subjectId: endpointId });
}

/**
 * Sends an event again, with all its attempts.
 * @throws NOT_FOUND, ENDPOINT_OFF
 */
export async function replayDelivery(tx: Tx<CoachScope, 'ENDPOINT_OFF'>, of: OneDelivery, now: Date): Promise<void> {
  await requireOn(tx, of.endpointId);
  if (!(await findDelivery(tx, of))) throw refuse('NOT_FOUND');
  await updateDelivery(tx, of, { status: 'pending', attempts: 0, dueAt: now });
  await updateEndpoint(tx, of.endpointId, { retryAt: null });
  await sendNow(tx, of.endpointId);
  audit(tx, { action: 'webhook_endpoint.replayed', subjectId: of.endpointId, after: { event: of.eventId } });
}

const toDelivery = (row: DeliveryRow): WebhookDelivery => ({
  eventId: row.eventId,
  type: row.type,
  clientId: row.clientId,
  leadId: row.leadId,
  occurredAt: row.occurredAt.toISOString(),
  createdAt: row.createdAt.toISOString(),
  status: row.status,
  attempts: row.attempts,
  dueAt: iso(row.dueAt),
  lastAttempt: row.triedAt && {
    at: row.triedAt.toISOString(),
    milliseconds: row.milliseconds ?? 0,
    code: row.code,
    problem: row.problem,
    answer: row.answer,
  },
});

/**
 * A page of the log, newest first.
 * @throws NOT_FOUND
 */
export async function listDeliveries(
  tx: CoachTx,
  { endpointId, after }: { endpointId: string; after: Cursor | null },
): Promise<{ deliveries: WebhookDelivery[]; nextCursor: string | null }> {
  if (!(await findEndpoint(tx, endpointId))) throw refuse('NOT_FOUND');
  const rows = await selectDeliveries(tx, { endpointId, after, limit: DELIVERY_PAGE + 1 });
  const placed = rows.map((row) => Object.assign(row, { at: row.createdAt, id: row.eventId }));
  const { page, nextCursor } = pageOf(placed, DELIVERY_PAGE);
  return { deliveries: page.map(toDelivery), nextCursor };
}
