import type { Broadcast, BroadcastClient, BroadcastDetail } from '@stridewell/contract/messages';
import {
  BROADCAST_PAGE,
  type BroadcastOutcome,
  isBroadcastTooLong,
  personalizeMessage,
} from '@stridewell/contract/messages.broadcast.rules';
import { v5 as uuidv5 } from 'uuid';
import { refuse } from '../../core/refusals.ts';
import { isCurrentStatus, isOpenRelationship } from '../../core/relationships/relationships.data.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import { type Cursor, pageOf } from '../../platform/db/cursor.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import {
  findBroadcast,
  insertBroadcast,
  lockPendingRecipient,
  selectBroadcasts,
  selectNames,
  selectRecipients,
  selectWritableClients,
  updateRecipient,
} from './messages.broadcast.data.ts';
import { findPeople } from './messages.data.ts';
import { scopeOfBroadcast } from './messages.policy.ts';
import { writeMessage } from './messages.service.ts';

export type BroadcastDeps = { db: Database; now: () => Date };

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

/** Undefined when the coach has no group message with this id. */
export async function findBroadcastDetail(tx: Tx<CoachScope>, id: string): Promise<BroadcastDetail | undefined> {
  const [row, to] = await Promise.all([findBroadcast(tx, id), selectRecipients(tx, id)]);
  return row && { ...toBroadcast(row), to };
}

/** @throws NOT_FOUND */
export async function getBroadcast(tx: Tx<CoachScope>, id: string): Promise<BroadcastDetail> {
  const broadcast = await findBroadcastDetail(tx, id);
  if (!broadcast) throw refuse('NOT_FOUND');
  return broadcast;
}

/**
 * Stores a group message with its recipients; a job sends the copies. Repeating the id changes nothing.
 * @returns whether the message is new
 * @throws UNKNOWN_CLIENT, MESSAGE_TOO_LONG
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
  return insertBroadcast(tx, { id, body, createdAt: now, clientIds: chosen });
}

/**
 * Sends the pending copies of a group message. Each copy and its outcome share a transaction, so an interrupted job
 * resumes without sending twice. The id of a copy derives from client and broadcast, in case two jobs run at once.
 */
export async function deliverBroadcast(
  { db, now }: BroadcastDeps,
  { coachId, broadcastId }: { coachId: string; broadcastId: string },
): Promise<void> {
  const scope = scopeOfBroadcast({ coachId });
  let more: boolean;
  do {
    more = await db.write(scope, async (tx) => {
      const recipient = await lockPendingRecipient(tx, broadcastId);
      if (!recipient) return false;
      const { clientId } = recipient;
      const result = await sendCopy(tx, recipient, { id: uuidv5(clientId, broadcastId), broadcastId, now: now() });
      await updateRecipient(tx, { broadcastId, clientId }, result);
      return true;
    });
  } while (more);
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
