import { UNREAD_CAP } from '@stridewell/contract/messages/messages.rules';
import { otherSide, type Side } from '@stridewell/contract/people.rules';
import { and, asc, count, eq, gt, type Placeholder, sql } from 'drizzle-orm';
import { isCurrent } from '../../core/relationships/relationships.data.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import type { CoachKey } from '../../core/tenancy/placement.ts';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { prepared } from '../../platform/db/prepared.ts';
import { conversations, messages, readMarkers } from './messages.table.ts';

const UNREAD_CONVERSATIONS = 100;

/** Conversations with messages that the coach has not read, longest waiting first. */
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
      // Skips the messages of conversations that were read to the end, which most are.
      .where(and(eq(conversations.coachId, coachId), gt(conversations.lastSeq, seen)))
      .groupBy(relationships.clientId, relationships.fullName)
      .orderBy(asc(since), asc(relationships.clientId))
      .limit(UNREAD_CONVERSATIONS)
  );
});

/** When the client of a `relationships` row last wrote. */
export const lastMessageFromClientAt = (coachId: CoachKey) =>
  sql<Date | null>`(select m.created_at from ${messages} m
    where m.coach_id = ${coachId} and m.client_id = client_coach_relationships.client_id
      and m.sender = 'client' order by m.seq desc limit 1)`.mapWith(messages.createdAt);

/** When either side of a `relationships` row last wrote individually; group messages and automatic ones do not count. */
export const lastIndividualMessageAt = (coachId: CoachKey) =>
  sql<Date | null>`(select c.last_message_at from ${conversations} c
    where c.coach_id = ${coachId} and c.client_id = client_coach_relationships.client_id)`.mapWith(
    conversations.lastMessageAt,
  );

/** Messages of the other side that `side` has not read. Conversations without any are skipped by their row. */
function unreadOf(tx: Tx<CoachScope | ClientScope>, side: Side, coachId: Placeholder, clientId?: Placeholder) {
  const seen = sql`coalesce(${readMarkers.seq}, 0)`;
  const unread = tx
    .select({ seq: messages.seq })
    .from(conversations)
    .innerJoin(
      relationships,
      and(eq(relationships.coachId, conversations.coachId), eq(relationships.clientId, conversations.clientId)),
    )
    .leftJoin(
      readMarkers,
      and(
        eq(readMarkers.coachId, conversations.coachId),
        eq(readMarkers.clientId, conversations.clientId),
        eq(readMarkers.side, side),
      ),
    )
    .innerJoin(
      messages,
      and(
        eq(messages.coachId, conversations.coachId),
        eq(messages.clientId, conversations.clientId),
        eq(messages.sender, otherSide(side)),
        gt(messages.seq, seen),
      ),
    )
    .where(
      and(
        eq(conversations.coachId, coachId),
        gt(conversations.lastSeq, seen),
        // Former clients have no read marker to move, so their messages do not count as unread.
        clientId && and(eq(conversations.clientId, clientId), isCurrent),
      ),
    )
    .limit(UNREAD_CAP)
    .as('unread');
  return tx.select({ unread: count() }).from(unread);
}

const ofCoach = prepared('unread_of_coach', (tx: Tx<CoachScope>, { coachId }) => unreadOf(tx, 'coach', coachId));
const ofClient = prepared('unread_of_client', (tx: Tx<ClientScope>, { coachId, clientId }) =>
  unreadOf(tx, 'client', coachId, clientId),
);

const isOfCoach = (tx: Tx<CoachScope | ClientScope>): tx is Tx<CoachScope> => tx.scope.role === 'coach';

/** Counts unread messages of the person in scope, up to UNREAD_CAP. */
export async function countUnreadMessages(tx: Tx<CoachScope | ClientScope>): Promise<number> {
  const [row] = isOfCoach(tx) ? await ofCoach(tx, {}) : await ofClient(tx as Tx<ClientScope>, {});
  return row?.unread ?? 0;
}
