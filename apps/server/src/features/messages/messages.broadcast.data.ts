import { BROADCAST_PAGE, type BroadcastOutcome } from '@stridewell/contract/messages/messages.broadcast.rules';
import type { RelationshipStatus } from '@stridewell/contract/people.rules';
import { and, asc, count, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import { isCovered, isCurrent, isOffTrack } from '../../core/relationships/relationships.data.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Cursor } from '../../platform/db/cursor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { broadcastRecipients, broadcasts, readMarkers } from './messages.table.ts';

type CoachTx = Tx<CoachScope>;

/** Current clients by name. */
export const selectWritableClients = (tx: CoachTx, today: { now: Date; timeZone: string }) =>
  tx
    .select({
      clientId: relationships.clientId,
      fullName: relationships.fullName,
      status: sql<RelationshipStatus>`${relationships.status}`,
      needsAttention: isOffTrack(today),
      readOnly: sql<boolean>`not ${isCovered(tx.scope.coachId)}`,
    })
    .from(relationships)
    .where(and(eq(relationships.coachId, tx.scope.coachId), isCurrent))
    .orderBy(asc(relationships.nameKey), asc(relationships.clientId));

/** Names of the coach's clients among `clientIds`, in any status. */
export const selectNames = (tx: CoachTx, clientIds: readonly string[]) =>
  tx
    .select({ clientId: relationships.clientId, fullName: relationships.fullName })
    .from(relationships)
    .where(and(eq(relationships.coachId, tx.scope.coachId), inArray(relationships.clientId, [...clientIds])));

/** @returns false when a group message with this id exists */
export async function insertBroadcast(
  tx: CoachTx,
  { id, body, createdAt, clientIds }: { id: string; body: string; createdAt: Date; clientIds: readonly string[] },
): Promise<boolean> {
  const { coachId } = tx.scope;
  const added = await tx.insert(broadcasts).values({ coachId, id, body, createdAt }).onConflictDoNothing();
  if (added.rowCount !== 1) return false;
  await tx.insert(broadcastRecipients).values(clientIds.map((clientId) => ({ coachId, broadcastId: id, clientId })));
  return true;
}

/** Whether the client has read the copy. Needs a join of the client's read marker. */
const isRead = sql<boolean>`coalesce(${readMarkers.seq} >= ${broadcastRecipients.seq}, false)`;
const isMarkerOfClient = and(
  eq(readMarkers.coachId, broadcastRecipients.coachId),
  eq(readMarkers.clientId, broadcastRecipients.clientId),
  eq(readMarkers.side, 'client'),
);
const countOf = (condition: ReturnType<typeof sql>) => sql<number>`(count(*) filter (where ${condition}))::int`;

const withCounts = (tx: CoachTx) =>
  tx
    .select({
      id: broadcasts.id,
      body: broadcasts.body,
      at: broadcasts.createdAt,
      recipients: count(),
      sent: countOf(sql`${broadcastRecipients.outcome} = 'sent'`),
      pending: countOf(sql`${broadcastRecipients.outcome} = 'pending'`),
      read: countOf(isRead),
    })
    .from(broadcasts)
    .innerJoin(
      broadcastRecipients,
      and(eq(broadcastRecipients.coachId, broadcasts.coachId), eq(broadcastRecipients.broadcastId, broadcasts.id)),
    )
    .leftJoin(readMarkers, isMarkerOfClient)
    .groupBy(broadcasts.coachId, broadcasts.id);

/** Group messages of the coach, newest first. Reads one more than a page. */
export function selectBroadcasts(tx: CoachTx, after: Cursor | null) {
  const { createdAt, id, coachId } = broadcasts;
  return withCounts(tx)
    .where(
      and(
        eq(coachId, tx.scope.coachId),
        after ? sql`(${createdAt}, ${id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)` : undefined,
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(BROADCAST_PAGE + 1);
}

export async function findBroadcast(tx: CoachTx, id: string) {
  const [row] = await withCounts(tx).where(and(eq(broadcasts.coachId, tx.scope.coachId), eq(broadcasts.id, id)));
  return row;
}

/** Recipients of a group message by name. */
export const selectRecipients = (tx: CoachTx, broadcastId: string) =>
  tx
    .select({
      clientId: broadcastRecipients.clientId,
      fullName: relationships.fullName,
      outcome: broadcastRecipients.outcome,
      read: isRead,
    })
    .from(broadcastRecipients)
    .innerJoin(
      relationships,
      and(
        eq(relationships.coachId, broadcastRecipients.coachId),
        eq(relationships.clientId, broadcastRecipients.clientId),
      ),
    )
    .leftJoin(readMarkers, isMarkerOfClient)
    .where(and(eq(broadcastRecipients.coachId, tx.scope.coachId), eq(broadcastRecipients.broadcastId, broadcastId)))
    .orderBy(asc(relationships.nameKey), asc(relationships.clientId));

/** Clients who have not received their copy, by id. */
export async function selectPendingRecipients(
  tx: CoachTx,
  { broadcastId, after, limit }: { broadcastId: string; after: string | undefined; limit: number },
): Promise<string[]> {
  const rows = await tx
    .select({ clientId: broadcastRecipients.clientId })
    .from(broadcastRecipients)
    .where(
      and(
        eq(broadcastRecipients.coachId, tx.scope.coachId),
        eq(broadcastRecipients.broadcastId, broadcastId),
        eq(broadcastRecipients.outcome, 'pending'),
        after === undefined ? undefined : gt(broadcastRecipients.clientId, after),
      ),
    )
    .orderBy(asc(broadcastRecipients.clientId))
    .limit(limit);
  return rows.map(({ clientId }) => clientId);
}

/** Locks a pending recipient until the transaction ends; undefined when another process has it or it is done. */
export async function lockPendingRecipient(
  tx: CoachTx,
  { broadcastId, clientId }: { broadcastId: string; clientId: string },
) {
  const [row] = await tx
    .select({
      clientId: broadcastRecipients.clientId,
      body: broadcasts.body,
      fullName: relationships.fullName,
      status: sql<RelationshipStatus>`${relationships.status}`,
      covered: isCovered(tx.scope.coachId),
    })
    .from(broadcastRecipients)
    .innerJoin(
      broadcasts,
      and(eq(broadcasts.coachId, broadcastRecipients.coachId), eq(broadcasts.id, broadcastRecipients.broadcastId)),
    )
    .innerJoin(
      relationships,
      and(
        eq(relationships.coachId, broadcastRecipients.coachId),
        eq(relationships.clientId, broadcastRecipients.clientId),
      ),
    )
    .where(
      and(
        eq(broadcastRecipients.coachId, tx.scope.coachId),
        eq(broadcastRecipients.broadcastId, broadcastId),
        eq(broadcastRecipients.clientId, clientId),
        eq(broadcastRecipients.outcome, 'pending'),
      ),
    )
    .for('update', { of: broadcastRecipients, skipLocked: true });
  return row;
}

export async function updateRecipient(
  tx: CoachTx,
  { broadcastId, clientId }: { broadcastId: string; clientId: string },
  result: { outcome: BroadcastOutcome; seq: number | null },
): Promise<void> {
  await tx
    .update(broadcastRecipients)
    .set(result)
    .where(
      and(
        eq(broadcastRecipients.coachId, tx.scope.coachId),
        eq(broadcastRecipients.broadcastId, broadcastId),
        eq(broadcastRecipients.clientId, clientId),
      ),
    );
}
