import type { Broadcast, BroadcastClient, BroadcastDetail } from '@stridewell/contract/messages/messages';
import {
  BROADCAST_PAGE,
  type BroadcastOutcome,
  isBroadcastTooLong,
  personalizeMessage,
} from '@stridewell/contract/messages/messages.broadcast.rules';
import { v5 as uuidv5 } from 'uuid';
import { refuse } from '../../core/refusals.ts';
import { isCurrentStatus, isOpenRelationship } from '../../core/relationships/relationships.data.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import { type Cursor, pageOf } from '../../platform/db/cursor.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/logger.ts';
import { eachDue } from '../../platform/queue/each-due.ts';
import {
  findBroadcast,
  insertBroadcast,
  lockPendingRecipient,
  selectBroadcasts,
  selectNames,
  selectPendingRecipients,
  selectRecipients,
  selectWritableClients,
  updateRecipient,
} from './messages.broadcast.data.ts';
import { findPeople } from './messages.data.ts';
import { scopeOfBroadcast } from './messages.scopes.ts';
import { writeMessage } from './messages.service.ts';

const BATCH = 100;

export type BroadcastDeps = { db: Database; log: Logger; now: () => Date };

type BroadcastRow = NonNullable<Awaited<ReturnType<typeof findBroadcast>>>;
const toBroadcast = ({ at, ...row }: BroadcastRow): Broadcast => ({ ...row, createdAt: at.toISOString() });

export async function listBroadcastClients(
  tx: Tx<CoachScope>,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<{ clients: BroadcastClient[] }> {
  return { clients: await selectWritableClients(tx, { now, timeZone }) };
}

export async function listBroadcasts(
  tx: Tx<CoachScope>,
  after: Cursor | null,
): Promise<{ broadcasts: Broadcast[]; nextCursor: string | null }> {
  const { page, nextCursor } = pageOf(await selectBroadcasts(tx, after), BROADCAST_PAGE);
  return { broadcasts: page.map(toBroadcast), nextCursor };
}

/** A group message of the coach, or undefined. */
async function findBroadcastDetail(tx: Tx<CoachScope>, id: string): Promise<BroadcastDetail | undefined> {
  const [row, to] = await Promise.all([findBroadcast(tx, id), selectRecipients(tx, id)]);
  return row && { ...toBroadcast(row), to };
}

/** The existing group message of a repeated request. @throws ID_TAKEN when its text differs */
export async function findRepeated(
  tx: Tx<CoachScope>,
  { id, body }: { id: string; body: string },
): Promise<BroadcastDetail | undefined> {
  const known = await findBroadcastDetail(tx, id);
  if (known && known.body !== body) throw refuse('ID_TAKEN');
  return known;
}

/** @throws NOT_FOUND */
export async function getBroadcast(tx: Tx<CoachScope>, id: string): Promise<BroadcastDetail> {
  const broadcast = await findBroadcastDetail(tx, id);
  if (!broadcast) throw refuse('NOT_FOUND');
  return broadcast;
}

/**
 * Stores a group message with its recipients. A job sends the copies. Idempotent by id.
 * @returns whether the message is new
 * @throws UNKNOWN_CLIENT, MESSAGE_TOO_LONG, ID_TAKEN
 */
export async function createBroadcast(
  tx: Tx<CoachScope, 'UNKNOWN_CLIENT' | 'MESSAGE_TOO_LONG'>,
  { id, body, clientIds, now }: { id: string; body: string; clientIds: readonly string[]; now: Date },
): Promise<boolean> {
  const chosen = [...new Set(clientIds)];
  const clients = await selectNames(tx, chosen);
  if (clients.length !== chosen.length) throw refuse(tx, 'UNKNOWN_CLIENT');
  const names = clients.map(({ fullName }) => fullName);
  if (isBroadcastTooLong(body, names)) throw refuse(tx, 'MESSAGE_TOO_LONG');
  if (await insertBroadcast(tx, { id, body, createdAt: now, clientIds: chosen })) return true;
  await findRepeated(tx, { id, body });
  return false;
}

/**
 * Sends the pending copies of a group message. Each copy and its outcome share a transaction, so an interrupted job
 * resumes without sending twice. The id of a copy is derived from client and broadcast, in case two jobs run
 * concurrently. A failed copy does not hold up the others.
 */
export async function deliverBroadcast(
  { db, log, now }: BroadcastDeps,
  { coachId, broadcastId }: { coachId: string; broadcastId: string },
): Promise<void> {
  const scope = scopeOfBroadcast({ coachId });
  await eachDue({
    name: 'recipients',
    log: log.child({ coachId, broadcastId }),
    failure: 'a group message was not delivered',
    read: (after: { clientId: string } | undefined) =>
      db.read(scope, (tx) => selectPendingRecipients(tx, { broadcastId, after: after?.clientId, limit: BATCH })),
    size: BATCH,
    place: (clientId) => ({ clientId }),
    work: (clientId) =>
      db.write(scope, async (tx) => {
        const recipient = await lockPendingRecipient(tx, { broadcastId, clientId });
        if (!recipient) return;
        const result = await sendCopy(tx, recipient, { id: uuidv5(clientId, broadcastId), broadcastId, now: now() });
        await updateRecipient(tx, { broadcastId, clientId }, result);
      }),
  });
}

type Recipient = NonNullable<Awaited<ReturnType<typeof lockPendingRecipient>>>;

async function sendCopy(
  tx: Tx<CoachScope>,
  { clientId, body, fullName, status, covered }: Recipient,
  { id, broadcastId, now }: { id: string; broadcastId: string; now: Date },
): Promise<{ outcome: BroadcastOutcome; seq: number | null }> {
  if (status === 'invited' || status === 'declined') return { outcome: 'not_joined', seq: null };
  if (!isCurrentStatus(status)) return { outcome: 'closed', seq: null };
  if (!covered) return { outcome: 'not_covered', seq: null };
  const people = await findPeople(tx, clientId);
  if (!people || !isOpenRelationship(people)) return { outcome: 'closed', seq: null };
  const copy = { id, body: personalizeMessage(body, fullName).trim(), broadcastId, now };
  const { seq } = await writeMessage(tx, people, { side: 'coach', clientId }, copy);
  return { outcome: 'sent', seq };
}
