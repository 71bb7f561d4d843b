import type { RelationshipStatus } from '@stridewell/contract/clients.rules';
import { BROADCAST_PAGE, type BroadcastOutcome } from '@stridewell/contract/notifications.rules';
import { and, asc, count, desc, eq, inArray, sql } from 'drizzle-orm';
import { isCovered, relationships } from '../../core/relationships/relationships.table.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Cursor } from '../../platform/db/cursor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { readMarkers } from '../messages/messages.table.ts';
import { broadcastRecipients, broadcasts } from './notifications.table.ts';

type CoachTx = Tx<CoachScope>;

/** Current clients who have joined, by name. */
export const selectWritableClients = (tx: CoachTx, today: string) =>
  tx
    .select({
      clientId: relationships.clientId,
      fullName: relationships.fullName,
      status: sql<RelationshipStatus>`${relationships.status}`,
      needsAttention: sql<boolean>`${relationships.status} = 'active'
        and coalesce(${relationships.checkInDueOn} < ${today}::date or ${relationships.adherenceFalling}, false)`,
      readOnly: sql<boolean>`not ${isCovered}`,
    })
    .from(relationships)
    .where(and(eq(relationships.coachId, tx.scope.coachId), sql`${relationships.status} in ('active', 'paused')`))
    .orderBy(asc(relationships.nameKey), asc(relationships.clientId));

/** Names of those of `clientIds` who belong to the coach, in whatever state they are. */
export const selectNames = (tx: CoachTx, clientIds: readonly string[]) =>
  tx
    .select({ clientId: relationships.clientId, fullName: relationships.fullName })
    .from(relationships)
    .where(and(eq(relationships.coachId, tx.scope.coachId), inArray(relationships.clientId, [...clientIds])));

/** False when there is one with this id already. */
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

/** Whether the client has seen the message; a join of the client's mark makes it known. */
const isRead = sql<boolean>`coalesce(${readMarkers.seq} >= ${broadcastRecipients.seq}, false)`;
const ofClient = and(
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
    .leftJoin(readMarkers, ofClient)
    .groupBy(broadcasts.coachId, broadcasts.id);

/** Broadcasts of the coach, the newest first, and one more than a page. */
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

/** Everybody whom a broadcast is for, by name. */
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
    .leftJoin(readMarkers, ofClient)
    .where(and(eq(broadcastRecipients.coachId, tx.scope.coachId), eq(broadcastRecipients.broadcastId, broadcastId)))
    .orderBy(asc(relationships.nameKey), asc(relationships.clientId));

/** The next recipient whom nobody has sent it to, held until the transaction ends; undefined when all are done. */
export async function takePendingRecipient(tx: CoachTx, broadcastId: string) {
  const [row] = await tx
    .select({
      clientId: broadcastRecipients.clientId,
      body: broadcasts.body,
      fullName: relationships.fullName,
      status: sql<RelationshipStatus>`${relationships.status}`,
      covered: isCovered,
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
        eq(broadcastRecipients.outcome, 'pending'),
      ),
    )
    .limit(1)
    .for('update', { of: broadcastRecipients, skipLocked: true });
  return row;
}

export async function finishRecipient(
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
