import { isFeatureAllowed } from '@stridewell/contract/billing/billing.rules';
import { EVENT_TYPES } from '@stridewell/contract/events';
import { FAILING_DAYS, LOG_DAYS } from '@stridewell/contract/webhooks/webhooks.rules';
import { enqueue } from '../../core/background.ts';
import { findCoachOnRecord } from '../../core/people/coach-record.data.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/logger.ts';
import { eachDue } from '../../platform/queue/each-due.ts';
import { listLeadChanges } from '../pipeline/pipeline.service.ts';
import {
  deleteDeliveries,
  type EndpointRow,
  insertDeliveries,
  type NewDelivery,
  selectCoachesToSend,
  selectCoachesWithLog,
  selectDelivered,
  selectDueEndpoints,
  selectEndpoints,
  selectEvents,
  updateReadUntil,
} from './webhooks.data.ts';
import { sendWebhooksJob } from './webhooks.jobs.ts';
import { addSeconds, firstIdAt, timeOfId, webhookEventOf } from './webhooks.rules.ts';
import { senderScopeOf, webhooksScope } from './webhooks.scopes.ts';

type CoachTx = Tx<CoachScope>;

const DAY_SECONDS = 86_400;
/**
 * Events are read again for so long, because their ids are made before their transaction ends. No transaction lasts
 * longer: a job ends after 50 minutes.
 */
const OVERLAP_SECONDS = 3600;
/** The clocks of the processes that record events differ by less. */
const SKEW_SECONDS = 60;
/** Events read at a time. */
const PAGE = 500;
/** Rows of one statement. */
const ROWS = 1000;

const OFFERED = EVENT_TYPES.filter((type) => webhookEventOf(type) !== null);

/** An event, before it is known which endpoints get it. */
type Found = Omit<NewDelivery, 'endpointId' | 'status' | 'dueAt' | 'createdAt' | 'type'> & {
  type: Exclude<NewDelivery['type'], 'client.erased' | 'webhook.test'>;
};

async function* findEvents(tx: CoachTx, { from, to }: { from: Date; to: Date }): AsyncGenerator<Found[]> {
  const changes = await listLeadChanges(tx, from);
  yield changes.map(({ id, leadId, kind, actor, at }) => ({
    eventId: id,
    type: kind === 'created' ? 'lead.created' : 'lead.moved',
    leadId,
    subjectId: leadId,
    actor,
    occurredAt: at,
    recordedAt: at,
  }));
  let after = firstIdAt(from);
  for (;;) {
    const rows = await selectEvents(tx, { types: OFFERED, from: after, to: firstIdAt(to), limit: PAGE });
    yield rows.flatMap(({ id, type, clientId, subjectId, actor, occurredAt }) => {
      const name = webhookEventOf(type);
      const recordedAt = timeOfId(id);
      return name ? [{ eventId: id, type: name, clientId, subjectId, actor, occurredAt, recordedAt }] : [];
    });
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.id;
  }
}

/** The deliveries of events that endpoints have chosen. */
const deliveriesOf = (found: readonly Found[], endpoints: readonly EndpointRow[], now: Date): NewDelivery[] =>
  endpoints.flatMap(({ id: endpointId, events }) =>
    found.flatMap((event) => {
      const since = events[event.type];
      if (since === undefined || event.recordedAt < new Date(since)) return [];
      return [Object.assign({ endpointId, status: 'pending' as const, dueAt: now, createdAt: now }, event)];
    }),
  );

async function addDeliveries(tx: CoachTx, wanted: readonly NewDelivery[]): Promise<void> {
  if (wanted.length === 0) return;
  const stored = await selectDelivered(tx, [...new Set(wanted.map(({ eventId }) => eventId))]);
  const known = new Set(stored.map(({ eventId, endpointId }) => `${eventId} ${endpointId}`));
  const added = wanted.filter(({ eventId, endpointId }) => !known.has(`${eventId} ${endpointId}`));
  for (let start = 0; start < added.length; start += ROWS) {
    await insertDeliveries(tx, added.slice(start, start + ROWS));
  }
}

/**
 * Turns the coach's new events into deliveries, each once for each endpoint, and starts those that are due. A second
 * call at the same time adds nothing. After a pause of plan or server, the events of the last days are made up for.
 */
async function collectEvents(tx: CoachTx, now: Date): Promise<void> {
  const [coach, stored] = await Promise.all([findCoachOnRecord(tx), selectEndpoints(tx)]);
  const endpoints = stored.filter(({ isOn }) => isOn);
  const [first] = endpoints;
  if (!first || !coach?.isActive || !isFeatureAllowed(coach.access, 'integrations', now)) return;
  const read = Math.min(...endpoints.map(({ readUntil }) => readUntil.getTime()));
  const earliest = addSeconds(now, -FAILING_DAYS * DAY_SECONDS).getTime();
  const from = new Date(Math.max(read - OVERLAP_SECONDS * 1000, earliest));
  const window = { from, to: addSeconds(now, SKEW_SECONDS) };
  for await (const found of findEvents(tx, window)) await addDeliveries(tx, deliveriesOf(found, endpoints, now));
  await updateReadUntil(
    tx,
    endpoints.map(({ id }) => id),
    now,
  );
  const { coachId } = tx.scope;
  for (const { endpointId } of await selectDueEndpoints(tx, now)) {
    await enqueue(tx, sendWebhooksJob, { coachId, endpointId });
  }
}

const BATCH = 100;

type Deps = { db: Database; log: Logger; now: () => Date };

/** Collects the events of all coaches with webhooks, each coach in a separate transaction. */
export async function collectAllEvents({ db, log, now }: Deps): Promise<void> {
  await eachDue({
    name: 'coaches',
    log,
    failure: 'events for webhooks were not collected',
    read: (after: { coachId: string } | undefined) =>
      db.read(webhooksScope, (tx) => selectCoachesToSend(tx, { after: after?.coachId, limit: BATCH })),
    size: BATCH,
    place: (coachId) => ({ coachId }),
    work: (coachId) => db.write(senderScopeOf(coachId), (tx) => collectEvents(tx, now())),
  });
}

/** Deletes the deliveries that are older than the log, coach by coach. */
export async function forgetDeliveries({ db, log, now }: Deps): Promise<void> {
  const before = addSeconds(now(), -LOG_DAYS * DAY_SECONDS);
  await eachDue({
    name: 'coaches',
    log,
    failure: 'old webhook deliveries were not deleted',
    read: (after: { coachId: string } | undefined) =>
      db.read(webhooksScope, (tx) => selectCoachesWithLog(tx, { after: after?.coachId, limit: BATCH })),
    size: BATCH,
    place: (coachId) => ({ coachId }),
    work: (coachId) => db.write(senderScopeOf(coachId), (tx) => deleteDeliveries(tx, before)),
  });
}
