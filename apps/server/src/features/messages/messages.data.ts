import type { FileKind } from '@stridewell/contract/files/files.rules';
import type { CheckInQuote, Conversation, ConversationFilter, Message } from '@stridewell/contract/messages/messages';
import {
  CONVERSATION_PAGE,
  EXCERPT_LENGTH,
  excerptOf,
  MESSAGE_PAGE,
  UNREAD_CAP,
} from '@stridewell/contract/messages/messages.rules';
import type { Side } from '@stridewell/contract/people.rules';
import { and, asc, desc, eq, gt, lt, or, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { coaches } from '../../core/people/people.table.ts';
import { messageQuote } from '../../core/quotes.ts';
import { isCovered, isCurrent } from '../../core/relationships/relationships.data.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import type { CoachKey } from '../../core/tenancy/placement.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Cursor } from '../../platform/db/cursor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type Places, prepared } from '../../platform/db/prepared.ts';
import { searchKey } from '../../platform/db/search.ts';
import { fileKindOf, storedFileOf } from '../files/files.service.ts';
import type { ParticipantScope } from './messages.scopes.ts';
import { conversations, messageAttachments, messages, readMarkers } from './messages.table.ts';

type RelationshipStatus = Conversation['status'];
type ParticipantTx = Tx<ParticipantScope>;
type ClientPlace = { clientId: string };

/** One value for each attachment `a` of a message, in display order. */
const ofAttachments = <T>(coachId: CoachKey, read: (file: { coachId: CoachKey; fileId: string }) => SQL<T>) =>
  sql<T[]>`(select coalesce(json_agg(${read({ coachId, fileId: 'a.file_id' })} order by a.position), '[]')
    from message_attachments a where a.coach_id = ${coachId} and a.message_id = messages.id)`;

const messageFields = (tx: Tx, coachId: CoachKey) => ({
  id: messages.id,
  clientId: messages.clientId,
  seq: messages.seq,
  sender: messages.sender,
  body: messages.body,
  createdAt: messages.createdAt,
  automatic: messages.automatic,
  attachments: ofAttachments(coachId, storedFileOf),
  quote: sql<CheckInQuote | null>`${messageQuote(tx, coachId)}`,
});

type MessageRow = Omit<Message, 'createdAt'> & { createdAt: Date };

const toMessage = ({ id, seq, sender, body, createdAt, automatic, attachments, quote }: MessageRow): Message => ({
  id,
  seq,
  sender,
  body,
  automatic,
  attachments,
  quote: quote && { ...quote, text: excerptOf(quote.text) },
  createdAt: createdAt.toISOString(),
});

/** Without an individual message, a conversation is sorted by the client's joining date. */
const activeAt = sql<Date>`coalesce(${conversations.lastMessageAt}, ${relationships.acceptedAt}, ${relationships.createdAt})`;

const conversationsOf = (tx: Tx<CoachScope>, coachId: Placeholder, among?: SQL) => {
  const seen = sql`coalesce(${readMarkers.seq}, 0)`;
  return tx
    .select({
      id: relationships.clientId,
      clientName: relationships.fullName,
      photoId: relationships.photoId,
      status: sql<RelationshipStatus>`${relationships.status}`,
      at: activeAt.mapWith(relationships.createdAt),
      sender: messages.sender,
      // Much longer than an excerpt, because collapsing whitespace shortens it later.
      body: sql<string | null>`left(${messages.body}, ${sql.raw(String(EXCERPT_LENGTH * 8))})`,
      // The kinds of files describe a message without text.
      kinds: sql<FileKind[] | null>`case when ${messages.body} = '' then ${ofAttachments(coachId, fileKindOf)} end`,
      createdAt: messages.createdAt,
      lastIsGroup: sql<boolean>`coalesce(${messages.createdAt} > ${conversations.lastMessageAt}, false)
        and not coalesce(${messages.automatic}, false)`,
      unread: sql<number>`(select count(*)::int from (select 1 from messages unread
        where unread.coach_id = ${coachId} and unread.client_id = ${relationships.clientId}
        and unread.seq > ${seen} and unread.sender = 'client' limit ${sql.raw(String(UNREAD_CAP))}) capped)`,
    })
    .from(relationships)
    .leftJoin(
      conversations,
      and(eq(conversations.coachId, relationships.coachId), eq(conversations.clientId, relationships.clientId)),
    )
    .leftJoin(
      messages,
      and(
        eq(messages.coachId, conversations.coachId),
        eq(messages.clientId, conversations.clientId),
        eq(messages.seq, conversations.lastSeq),
      ),
    )
    .leftJoin(
      readMarkers,
      and(
        eq(readMarkers.coachId, conversations.coachId),
        eq(readMarkers.clientId, conversations.clientId),
        eq(readMarkers.side, 'coach'),
      ),
    )
    .where(and(eq(relationships.coachId, coachId), or(isCurrent, gt(conversations.lastSeq, sql`0`)), among))
    .orderBy(desc(activeAt), desc(relationships.clientId))
    .limit(CONVERSATION_PAGE + 1);
};
const newestConversations = prepared('newest_conversations', (tx: Tx<CoachScope>, { coachId }) =>
  conversationsOf(tx, coachId),
);
const conversationsBefore = prepared(
  'conversations_before',
  (tx: Tx<CoachScope>, { coachId, at, id }: Places<{ at: string; id: string }>) =>
    conversationsOf(tx, coachId, sql`(${activeAt}, ${relationships.clientId}) < (${at}::timestamptz, ${id}::uuid)`),
);

type Filters = { q: string; isUnread: boolean; at: string | null; id: string | null };

const filteredConversations = prepared(
  'filtered_conversations',
  (tx: Tx<CoachScope>, { coachId, q, isUnread, at, id }: Places<Filters>) =>
    conversationsOf(
      tx,
      coachId,
      sql`(${q}::text = '' or position(${searchKey(sql`${q}::text`)} in ${relationships.nameKey}) > 0)
        and (not ${isUnread}::boolean or exists (select 1 from messages u where u.coach_id = ${coachId}
          and u.client_id = ${relationships.clientId} and u.seq > coalesce(${readMarkers.seq}, 0) and u.sender = 'client'))
        and (${at}::timestamptz is null
          or (${activeAt}, ${relationships.clientId}) < (${at}::timestamptz, ${id}::uuid))`,
    ),
);

const conversationWith = prepared(
  'conversation_with',
  (tx: Tx<CoachScope>, { coachId, clientId }: Places<{ clientId: string }>) =>
    conversationsOf(tx, coachId, sql`${relationships.clientId} = ${clientId}`),
);

/** One conversation; undefined for a former client without messages. */
export async function findConversation(tx: Tx<CoachScope>, clientId: string) {
  const [row] = await conversationWith(tx, { clientId });
  return row;
}

export type ConversationSelection = { q: string; show: ConversationFilter; after: Cursor | null };

/**
 * Conversations with current clients, and with former clients if they have messages. Latest first, one more than a
 * page.
 */
export function selectConversations(tx: Tx<CoachScope>, { q, show, after }: ConversationSelection) {
  const place = after && { at: after.at.toISOString(), id: after.id };
  if (q !== '' || show === 'unread') {
    return filteredConversations(tx, { q, isUnread: show === 'unread', at: null, id: null, ...place });
  }
  return place ? conversationsBefore(tx, place) : newestConversations(tx, {});
}

const peopleOf = prepared('people_of_conversation', (tx: ParticipantTx, { coachId, clientId }: Places<ClientPlace>) =>
  tx
    .select({
      personId: relationships.personId,
      status: sql<RelationshipStatus>`${relationships.status}`,
      clientName: relationships.fullName,
      coachName: coaches.fullName,
      joinedAt: sql<Date>`coalesce(${relationships.acceptedAt}, ${relationships.createdAt})`.mapWith(
        relationships.createdAt,
      ),
      covered: isCovered(coachId),
    })
    .from(relationships)
    .innerJoin(coaches, eq(coaches.id, relationships.coachId))
    .where(and(eq(relationships.coachId, coachId), eq(relationships.clientId, clientId))),
);

/** The people of a conversation; undefined when the scope has none with this client. */
export async function findPeople(tx: ParticipantTx, clientId: string) {
  const [row] = await peopleOf(tx, { clientId });
  return row;
}

export type People = NonNullable<Awaited<ReturnType<typeof findPeople>>>;
export type MessageRange = { before?: number | undefined; after?: number | undefined; around?: number | undefined };

const messagesOf = (
  tx: ParticipantTx,
  { coachId, clientId }: Places<ClientPlace>,
  range: SQL | undefined,
  order: SQL,
) =>
  tx
    .select(messageFields(tx, coachId))
    .from(messages)
    .where(and(eq(messages.coachId, coachId), eq(messages.clientId, clientId), range))
    .orderBy(order)
    .limit(MESSAGE_PAGE + 1);
const newestMessages = prepared('newest_messages', (tx: ParticipantTx, of: Places<ClientPlace>) =>
  messagesOf(tx, of, undefined, desc(messages.seq)),
);
const messagesBefore = prepared('messages_before', (tx: ParticipantTx, of: Places<ClientPlace & { seq: number }>) =>
  messagesOf(tx, of, lt(messages.seq, of.seq), desc(messages.seq)),
);
const messagesAfter = prepared('messages_after', (tx: ParticipantTx, of: Places<ClientPlace & { seq: number }>) =>
  messagesOf(tx, of, gt(messages.seq, of.seq), asc(messages.seq)),
);

/** Messages on each side of the one that a page is around. */
const HALF_PAGE = MESSAGE_PAGE / 2;

/** A page of messages in order, and whether more follow. Without `range`, the newest page. */
export async function selectMessages(tx: ParticipantTx, clientId: string, { before, after, around }: MessageRange) {
  if (around !== undefined) {
    const [earlier, later] = await Promise.all([
      messagesBefore(tx, { clientId, seq: around }),
      messagesAfter(tx, { clientId, seq: around - 1 }),
    ]);
    const page = [...earlier.slice(0, HALF_PAGE).reverse(), ...later.slice(0, HALF_PAGE)].map(toMessage);
    return { messages: page, more: later.length > HALF_PAGE };
  }
  const read = () => {
    if (after !== undefined) return messagesAfter(tx, { clientId, seq: after });
    if (before !== undefined) return messagesBefore(tx, { clientId, seq: before });
    return newestMessages(tx, { clientId });
  };
  const rows = await read();
  const page = rows.slice(0, MESSAGE_PAGE).map(toMessage);
  return { messages: after === undefined ? page.reverse() : page, more: rows.length > MESSAGE_PAGE };
}

const readsOf = prepared('reads_of_conversation', (tx: ParticipantTx, { coachId, clientId }: Places<ClientPlace>) =>
  tx
    .select({ side: readMarkers.side, seq: readMarkers.seq })
    .from(readMarkers)
    .where(and(eq(readMarkers.coachId, coachId), eq(readMarkers.clientId, clientId))),
);

/** Number of the last message that each side has read. */
export async function selectReads(tx: ParticipantTx, clientId: string): Promise<Record<Side, number>> {
  const rows = await readsOf(tx, { clientId });
  return { coach: 0, client: 0, ...Object.fromEntries(rows.map(({ side, seq }) => [side, seq])) };
}

const ensureConversation = prepared(
  'ensure_conversation',
  (tx: ParticipantTx, { coachId, clientId, at }: Places<ClientPlace & { at: Date }>) =>
    tx.insert(conversations).values({ coachId, clientId, lastMessageAt: at }).onConflictDoNothing(),
);
const conversationForUpdate = prepared(
  'conversation_for_update',
  (tx: ParticipantTx, { coachId, clientId }: Places<ClientPlace>) =>
    tx
      .select({ lastSeq: conversations.lastSeq })
      .from(conversations)
      .where(and(eq(conversations.coachId, coachId), eq(conversations.clientId, clientId)))
      .for('update'),
);

/**
 * Locks a conversation until the transaction ends, and returns the number of its last message. Creates a missing
 * conversation, sorted at `at`.
 */
export async function lockConversation(tx: ParticipantTx, clientId: string, at: Date): Promise<number> {
  // Sent at once; the database runs them in this order.
  const [, [row]] = await Promise.all([
    ensureConversation(tx, { clientId, at }),
    conversationForUpdate(tx, { clientId }),
  ]);
  if (!row) throw new Error('a conversation is not readable after it was made');
  return row.lastSeq;
}

const messageById = prepared('message_by_id', (tx: ParticipantTx, { coachId, id }: Places<{ id: string }>) =>
  tx
    .select(messageFields(tx, coachId))
    .from(messages)
    .where(and(eq(messages.coachId, coachId), eq(messages.id, id))),
);

export async function findMessage(tx: ParticipantTx, id: string) {
  const [row] = await messageById(tx, { id });
  return row && { ...toMessage(row), clientId: row.clientId };
}

type NewMessage = Omit<MessageRow, 'attachments' | 'quote'>;

const storeMessage = prepared('store_message', (tx: ParticipantTx, places: Places<NewMessage & ClientPlace>) => {
  const { coachId, clientId, id, seq, sender, body, createdAt, automatic } = places;
  return tx
    .insert(messages)
    .values({ coachId, clientId, id, seq, sender, body, createdAt, automatic })
    .onConflictDoNothing()
    .returning();
});
/** Updates the last message of a conversation. `at` is its new place in the list; null keeps the old one. */
export const advanceConversation = prepared(
  'advance_conversation',
  (tx: ParticipantTx, { coachId, clientId, seq, at }: Places<ClientPlace & { seq: number; at: Date | null }>) =>
    tx
      .update(conversations)
      .set({
        lastSeq: sql`${seq}`,
        lastMessageAt: sql`coalesce(${at}::timestamptz, ${conversations.lastMessageAt})`,
      })
      .where(and(eq(conversations.coachId, coachId), eq(conversations.clientId, clientId))),
);

/** @returns the stored message; undefined when a message that the scope cannot see has the id */
export async function insertMessage(
  tx: ParticipantTx,
  clientId: string,
  { attachments, ...message }: NewMessage & Pick<MessageRow, 'attachments'>,
): Promise<Message | undefined> {
  const { coachId } = tx.scope;
  const [row] = await storeMessage(tx, { ...message, clientId });
  if (!row) return undefined;
  if (attachments.length > 0) {
    const key = { coachId, clientId, messageId: row.id };
    const rows = attachments.map(({ id: fileId }, position) => ({ ...key, fileId, position }));
    await tx.insert(messageAttachments).values(rows);
  }
  // The check-in links to its reply only after the reply is stored.
  return toMessage({ ...row, attachments, quote: null });
}

/** Moves the read marker of `side` forward, at most to the last message. `moved`: whether this call moved it. */
export async function moveReadMarker(
  tx: ParticipantTx,
  clientId: string,
  { side, seq }: { side: Side; seq: number },
): Promise<{ seq: number; moved: boolean }> {
  const { coachId } = tx.scope;
  const own = and(eq(readMarkers.coachId, coachId), eq(readMarkers.clientId, clientId), eq(readMarkers.side, side));
  const [conversation] = await tx
    .select({ lastSeq: conversations.lastSeq })
    .from(conversations)
    .where(and(eq(conversations.coachId, coachId), eq(conversations.clientId, clientId)));
  const target = Math.min(seq, conversation?.lastSeq ?? 0);
  if (target > 0) {
    const moved = await tx
      .insert(readMarkers)
      .values({ coachId, clientId, side, seq: target })
      .onConflictDoUpdate({
        target: [readMarkers.coachId, readMarkers.clientId, readMarkers.side],
        set: { seq: target },
        setWhere: lt(readMarkers.seq, target),
      });
    if (moved.rowCount === 1) return { seq: target, moved: true };
  }
  const [row] = await tx.select({ seq: readMarkers.seq }).from(readMarkers).where(own);
  return { seq: row?.seq ?? 0, moved: false };
}

/**
 * A column for selects: text and time of one message, or null.
 * @param id includes the table's name, which a select from one table omits
 */
export const messageExcerpt = (coachId: CoachKey, id: SQL) =>
  sql<{ body: string; at: string } | null>`(select json_build_object('body', m.body,
    'at', to_char(m.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    from messages m where m.coach_id = ${coachId} and m.id = ${id})`;
