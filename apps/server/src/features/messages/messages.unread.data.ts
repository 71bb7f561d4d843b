import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { relationships } from '../../core/relationships/relationships.table.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { prepared } from '../../platform/db/prepared.ts';
import { conversations, messages, readMarkers } from './messages.table.ts';

const UNREAD_CONVERSATIONS = 100;

/** Conversations with messages that the coach has not read, the one that waits longest first. */
export const selectUnreadConversations = prepared('unread_conversations', (tx: Tx<CoachScope>, { coachId }) => {
  const seen = sql`coalesce(${readMarkers.seq}, 0)`;
  const since = sql<Date>`min(${messages.createdAt})`.mapWith(messages.createdAt);
  return (
    tx
      .select({
        clientId: relationships.clientId,
        clientName: relationships.fullName,
        unread: sql<number>`count(*)::int`,
        since,
      })
      .from(conversations)
      .leftJoin(
        readMarkers,
        and(
          eq(readMarkers.coachId, conversations.coachId),
          eq(readMarkers.clientId, conversations.clientId),
          eq(readMarkers.side, 'coach'),
        ),
      )
      .innerJoin(
        messages,
        and(
          eq(messages.coachId, conversations.coachId),
          eq(messages.clientId, conversations.clientId),
          gt(messages.seq, seen),
          eq(messages.sender, 'client'),
        ),
      )
      .innerJoin(
        relationships,
        and(eq(relationships.coachId, conversations.coachId), eq(relationships.clientId, conversations.clientId)),
      )
      // Most conversations are read to the end and need no look at their messages.
      .where(and(eq(conversations.coachId, coachId), gt(conversations.lastSeq, seen)))
      .groupBy(relationships.clientId, relationships.fullName)
      .orderBy(asc(since), asc(relationships.clientId))
      .limit(UNREAD_CONVERSATIONS)
  );
});

/** When the client of a row of `relationships` last wrote. */
export const lastMessageFromClientAt = sql<Date | null>`(select m.created_at from ${messages} m
  where m.coach_id = client_coach_relationships.coach_id and m.client_id = client_coach_relationships.client_id
    and m.sender = 'client' order by m.seq desc limit 1)`.mapWith(messages.createdAt);
