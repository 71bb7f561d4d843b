import type { Broadcast, BroadcastClient, BroadcastDetail } from '@stridewell/contract/notifications';
import {
  BROADCAST_PAGE,
  type BroadcastOutcome,
  isBroadcastTooLong,
  personalizeMessage,
} from '@stridewell/contract/notifications.rules';
import { dayInZone } from '@stridewell/contract/time';
import { v5 as uuidv5 } from 'uuid';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import { type Cursor, pageOf } from '../../platform/db/cursor.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { sendMessage } from '../messages/messages.service.ts';
import {
  findBroadcast,
  finishRecipient,
  insertBroadcast,
  selectBroadcasts,
  selectNames,
  selectRecipients,
  selectWritableClients,
  takePendingRecipient,
} from './notifications.broadcast.data.ts';
import { scopeOfBroadcast } from './notifications.policy.ts';

export type BroadcastDeps = { db: Database; now: () => Date };

type Row = NonNullable<Awaited<ReturnType<typeof findBroadcast>>>;
const toBroadcast = ({ at, ...row }: Row): Broadcast => ({ ...row, createdAt: at.toISOString() });

export async function listBroadcastClients(
  tx: Tx<CoachScope>,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<{ clients: BroadcastClient[] }> {
  return { clients: await selectWritableClients(tx, dayInZone(now, timeZone)) };
}

export async function listBroadcasts(
  tx: Tx<CoachScope>,
  after: Cursor | null,
): Promise<{ broadcasts: Broadcast[]; nextCursor: string | null }> {
  const { page, nextCursor } = pageOf(await selectBroadcasts(tx, after), BROADCAST_PAGE);
  return { broadcasts: page.map(toBroadcast), nextCursor };
}

/** Undefined when the coach has none with this id. */
export async function getBroadcast(tx: Tx<CoachScope>, id: string): Promise<BroadcastDetail | undefined> {
  const [row, to] = await Promise.all([findBroadcast(tx, id), selectRecipients(tx, id)]);
  return row && { ...toBroadcast(row), to };
}

export type StartResult = { kind: 'started' | 'known' } | { kind: 'too_long' } | { kind: 'unknown_client' };

/** Writes down what is to be sent and to whom; a job sends it. The same id again changes nothing. */
export async function startBroadcast(
  tx: Tx<CoachScope>,
  { id, body, clientIds, now }: { id: string; body: string; clientIds: readonly string[]; now: Date },
): Promise<StartResult> {
  const chosen = [...new Set(clientIds)];
  const names = await selectNames(tx, chosen);
  if (names.length !== chosen.length) return { kind: 'unknown_client' };
  if (
    isBroadcastTooLong(
      body,
      names.map(({ fullName }) => fullName),
    )
  ) {
    return { kind: 'too_long' };
  }
  const added = await insertBroadcast(tx, { id, body, createdAt: now, clientIds: chosen });
  return { kind: added ? 'started' : 'known' };
}

/**
 * Sends a broadcast to whoever has not got it. Each copy and what became of it are one transaction, so that stopping
 * anywhere and beginning again sends nothing twice; the id of a copy follows from both, in case that two do it at once.
 */
export async function deliverBroadcast(
  { db, now }: BroadcastDeps,
  { coachId, broadcastId }: { coachId: string; broadcastId: string },
): Promise<void> {
  const scope = scopeOfBroadcast({ coachId });
  let more: boolean;
  do {
    more = await db.write(scope, async (tx) => {
      const recipient = await takePendingRecipient(tx, broadcastId);
      if (!recipient) return false;
      const { clientId } = recipient;
      const result = await sendCopy(tx, recipient, { id: uuidv5(clientId, broadcastId), now: now() });
      await finishRecipient(tx, { broadcastId, clientId }, result);
      return true;
    });
  } while (more);
}

type Recipient = NonNullable<Awaited<ReturnType<typeof takePendingRecipient>>>;

async function sendCopy(
  tx: Tx<CoachScope>,
  { clientId, body, fullName, status, covered }: Recipient,
  { id, now }: { id: string; now: Date },
): Promise<{ outcome: BroadcastOutcome; seq: number | null }> {
  if (status === 'invited' || status === 'declined') return { outcome: 'not_joined', seq: null };
  if (status === 'active' || status === 'paused') {
    if (!covered) return { outcome: 'not_covered', seq: null };
    const copy = { id, body: personalizeMessage(body, fullName).trim(), now };
    const sent = await sendMessage(tx, { side: 'coach', clientId }, copy);
    if (sent.kind === 'sent') return { outcome: 'sent', seq: sent.message.seq };
  }
  return { outcome: 'closed', seq: null };
}
