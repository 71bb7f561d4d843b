import type { ClientSummary } from '@stridewell/contract/clients/clients';
import { isFormerClient } from '@stridewell/contract/clients/clients.rules';
import type { Departure, KnownReasonDays, TakenAction } from '@stridewell/contract/retention/retention';
import { KNOWN_REASON_DAYS, type TakenActionKind } from '@stridewell/contract/retention/retention.rules';
import { addDays, dayInZone } from '@stridewell/contract/time';
import { v7 as uuidv7 } from 'uuid';
import { refuse } from '../../core/refusals.ts';
import { lockRelationship, relationshipExists } from '../../core/relationships/relationships.data.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Today } from '../clients/clients.service.ts';
import { setClientStatus } from '../clients/clients.status.service.ts';
import { getClientRisk } from './retention.engagement.service.ts';
import {
  deleteAction,
  deleteReason,
  endOtherReasons,
  endReason,
  findAction,
  findReason,
  insertAction,
  insertReason,
  listLeftDays,
  toTaken,
  upsertDeparture,
} from './retention.facts.data.ts';

type ReasonKey = { clientId: string; reasonId: string };

/**
 * Stores why a client is silent, and ends the reason before it. Idempotent.
 * @throws OUT_OF_RANGE, NOT_FOUND for an unknown client or an id that is taken
 */
export async function saveKnownReason(
  tx: Tx<CoachScope, 'OUT_OF_RANGE'>,
  { clientId, reasonId, reason, fromDay, untilDay }: ReasonKey & Omit<KnownReasonDays, 'id'>,
  { now, timeZone }: Today,
): Promise<KnownReasonDays> {
  const today = dayInZone(now, timeZone);
  if (!(await relationshipExists(tx, clientId))) throw refuse('NOT_FOUND');
  if (fromDay < addDays(today, -KNOWN_REASON_DAYS) || untilDay < today) throw refuse(tx, 'OUT_OF_RANGE');
  const stored = await insertReason(tx, { id: reasonId, clientId, reason, fromDay, untilDay, createdAt: now });
  if (!stored) throw refuse('NOT_FOUND');
  await endOtherReasons(tx, { clientId, id: reasonId, today, now });
  return { id: stored.id, reason: stored.reason, fromDay: stored.fromDay, untilDay: stored.untilDay };
}

/** Ends a known reason today. One of today was a mistake and is deleted, so that it hides no silence. */
export async function endKnownReason(
  tx: Tx<CoachScope>,
  { clientId, reasonId: id }: ReasonKey,
  { now, timeZone }: Today,
): Promise<void> {
  const stored = await findReason(tx, { clientId, id });
  if (!stored) return;
  const today = dayInZone(now, timeZone);
  const isOfToday = dayInZone(stored.createdAt, timeZone) === today || stored.fromDay >= today;
  if (isOfToday) await deleteReason(tx, { clientId, id });
  else await endReason(tx, { clientId, id }, now);
}

/**
 * Records why a client left. The same client again replaces it.
 * @throws NOT_FOUND, NOT_LEFT while the coaching lasts
 */
export async function saveDeparture(
  tx: Tx<CoachScope, 'NOT_LEFT'>,
  { clientId, reason, note }: Departure & { clientId: string },
  { now, timeZone }: Today,
): Promise<Departure> {
  const relationship = await lockRelationship(tx, clientId);
  if (!relationship) throw refuse('NOT_FOUND');
  if (!isFormerClient(relationship.status)) throw refuse(tx, 'NOT_LEFT');
  await storeDeparture(tx, { clientId, reason, note }, { now, timeZone });
  return { reason, note };
}

async function storeDeparture(
  tx: Tx<CoachScope>,
  { clientId, reason, note }: Departure & { clientId: string },
  { now, timeZone }: Today,
): Promise<void> {
  const [left] = await listLeftDays(tx, { timeZone, since: '-infinity', clientId });
  const day = left?.day ?? dayInZone(now, timeZone);
  await upsertDeparture(tx, { id: uuidv7(), clientId, day, reason, note, recordedAt: now });
}

/**
 * Archives a client and records why they left, in one transaction. A client who never accepted has no reason. Idempotent.
 * @throws NOT_FOUND, STATUS_CHANGED
 */
export async function archiveClient(
  tx: Tx<CoachScope, 'STATUS_CHANGED' | 'SEATS_FULL'>,
  deps: Parameters<typeof setClientStatus>[1],
  { clientId, reason, note }: Departure & { clientId: string },
  coach: Parameters<typeof setClientStatus>[3],
): Promise<ClientSummary> {
  const client = await setClientStatus(tx, deps, { clientId, status: 'archived' }, coach);
  if (client.accepted) await storeDeparture(tx, { clientId, reason, note }, coach);
  return client;
}

type ActionKey = { clientId: string; actionId: string };
type Clock = Parameters<typeof getClientRisk>[2];

/**
 * Records that the coach took an action, with the level and silence of now. Idempotent.
 * @throws NOT_FOUND for an unknown client or an id that is taken
 */
export async function takeRiskAction(
  tx: Tx<CoachScope>,
  { clientId, actionId: id, action }: ActionKey & { action: TakenActionKind },
  clock: Clock,
): Promise<TakenAction> {
  const before = await findAction(tx, { clientId, id });
  if (before) return toTaken(before);
  const { level, daysSince } = await getClientRisk(tx, clientId, clock);
  const stored = await insertAction(tx, {
    id,
    clientId,
    action,
    level,
    silentDays: daysSince.activity,
    doneAt: clock.now,
  });
  if (!stored) throw refuse('NOT_FOUND');
  return toTaken(stored);
}

/** Deletes the record of an action. Idempotent. */
export async function undoRiskAction(tx: Tx<CoachScope>, { clientId, actionId: id }: ActionKey): Promise<void> {
  await deleteAction(tx, { clientId, id });
}
