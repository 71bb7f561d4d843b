import type { StoredFile } from '@stridewell/contract/files/files';
import type {
  Conversation,
  ConversationFilter,
  FollowedSuggestion,
  Message,
  MessageHit,
  Thread,
} from '@stridewell/contract/messages/messages';
import { CONVERSATION_PAGE, SEARCH_PAGE, summaryOf } from '@stridewell/contract/messages/messages.rules';
import { excerptAround, searchedWords } from '@stridewell/contract/messages/messages.search.rules';
import { otherSide } from '@stridewell/contract/people.rules';
import { isAlarming } from '@stridewell/contract/words.rules';
import { record } from '../../core/events/events.ts';
import { refuse } from '../../core/refusals.ts';
import { isCurrentStatus, isOpenRelationship } from '../../core/relationships/relationships.data.ts';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import { type Cursor, pageOf } from '../../platform/db/cursor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { publish } from '../../platform/realtime/live.ts';
import { attachFiles } from '../files/files.service.ts';
import {
  markConversationNotificationsRead,
  type NewNotification,
  notify,
} from '../notifications/notifications.service.ts';
import { notifyOfWords } from '../notifications/notifications.words.service.ts';
import {
  advanceConversation,
  type ConversationSelection,
  findConversation,
  findMessage,
  findPeople,
  insertMessage,
  lockConversation,
  type MessageRange,
  messageExcerpt,
  moveReadMarker,
  type People,
  selectConversations,
  selectMessages,
  selectReads,
} from './messages.data.ts';
import type { Participant, ParticipantScope } from './messages.scopes.ts';
import { insertWords, selectHits } from './messages.search.data.ts';
import {
  countUnreadMessages,
  lastIndividualMessageAt,
  lastMessageFromClientAt,
  selectUnreadConversations,
} from './messages.unread.data.ts';
import { type ClientWaits, countMessages, selectCoachWaits, selectMessageWaits } from './messages.waits.data.ts';

/** For other features. */
export {
  type ClientWaits,
  countMessages,
  countUnreadMessages,
  lastIndividualMessageAt,
  lastMessageFromClientAt,
  messageExcerpt,
  selectCoachWaits as listCoachWaits,
  selectMessageWaits as listMessageWaits,
  selectUnreadConversations as listUnreadConversations,
};

type ParticipantTx = Tx<ParticipantScope>;
type Sender = Pick<Participant, 'side' | 'clientId'>;
type MessageInput = { id: string; body: string; now: Date };

export async function listConversations(
  tx: Tx<CoachScope>,
  selection: ConversationSelection,
): Promise<{ conversations: Conversation[]; nextCursor: string | null }> {
  const { page, nextCursor } = pageOf(await selectConversations(tx, selection), CONVERSATION_PAGE);
  return {
    conversations: page.map((row) => ({
      id: row.id,
      clientName: row.clientName,
      photoId: row.photoId,
      status: row.status,
      unread: row.unread,
      last: lastMessageOf(row),
      lastIsGroup: row.lastIsGroup,
    })),
    nextCursor,
  };
}

/** Messages of all conversations that have words beginning with those of `q`, newest first. */
export async function searchMessages(
  tx: Tx<CoachScope>,
  { q, show, after }: { q: string; show: ConversationFilter; after: Cursor | null },
): Promise<{ hits: MessageHit[]; nextCursor: string | null }> {
  const words = searchedWords(q);
  if (words.length === 0) return { hits: [], nextCursor: null };
  const { page, nextCursor } = pageOf(await selectHits(tx, { words, show, after }), SEARCH_PAGE);
  return {
    hits: page.map(({ body, at, ...hit }) => ({
      ...hit,
      excerpt: excerptAround(body, q),
      createdAt: at.toISOString(),
    })),
    nextCursor,
  };
}

type ConversationRow = Awaited<ReturnType<typeof selectConversations>>[number];

const lastMessageOf = ({ sender, body, kinds, createdAt }: ConversationRow): Conversation['last'] =>
  sender && createdAt && { sender, excerpt: summaryOf(body ?? '', kinds ?? []), createdAt: createdAt.toISOString() };

/** The latest message of a client's conversation, and the number of messages that the coach has not read. */
export async function getLastMessage(
  tx: Tx<CoachScope>,
  clientId: string,
): Promise<Pick<Conversation, 'last' | 'unread'>> {
  const row = await findConversation(tx, clientId);
  return row ? { last: lastMessageOf(row), unread: row.unread } : { last: null, unread: 0 };
}

/** @throws NOT_FOUND when the coach has no such client */
async function getPeople(tx: ParticipantTx, clientId: string): Promise<People> {
  const people = await findPeople(tx, clientId);
  if (!people) throw refuse('NOT_FOUND');
  return people;
}

/**
 * One page of the conversation.
 * @throws NOT_FOUND
 */
export async function listMessages(
  tx: ParticipantTx,
  { side, clientId }: Participant,
  range: MessageRange,
): Promise<Thread> {
  const [people, page, reads] = await Promise.all([
    getPeople(tx, clientId),
    selectMessages(tx, clientId, range),
    selectReads(tx, clientId),
  ]);
  const { status, clientName, coachName } = people;
  return { withName: side === 'coach' ? clientName : coachName, status, ...page, reads };
}

/** Refreshes the open screens of both sides, including other tabs of the sender. The event carries ids only. */
const refreshScreens = (tx: ParticipantTx, people: People, clientId: string, event: 'message' | 'read') =>
  publish(tx, [tx.scope.coachId, people.personId], { event, coachId: tx.scope.coachId, conversationId: clientId });

/**
 * Sends a message. Idempotent by the sender's id: a repeated request returns the stored message without a notification.
 * @throws NOT_FOUND, CONVERSATION_CLOSED, COACH_PLAN_FULL, ATTACHMENT_GONE
 */
export async function sendMessage(
  tx: Tx<ParticipantScope, 'CONVERSATION_CLOSED' | 'COACH_PLAN_FULL' | 'ATTACHMENT_GONE'>,
  sender: Sender,
  {
    attachmentIds,
    suggestion,
    ...message
  }: MessageInput & { attachmentIds: readonly string[]; suggestion?: FollowedSuggestion | undefined },
): Promise<Message> {
  const { side, clientId } = sender;
  const people = await getPeople(tx, clientId);
  if (!isOpenRelationship(people)) throw refuse(tx, 'CONVERSATION_CLOSED');
  // The coach can still write to a client without a seat.
  if (side === 'client' && !people.covered) throw refuse(tx, 'COACH_PLAN_FULL');
  return writeMessage(tx, people, sender, {
    ...message,
    ...(suggestion && side === 'coach' && { suggestion }),
    attach: async () => {
      const use = { clientId, ids: attachmentIds, purpose: 'message', now: message.now } as const;
      const attachments = await attachFiles(tx, use);
      if (!attachments) throw refuse(tx, 'ATTACHMENT_GONE');
      return attachments;
    },
  });
}

/**
 * Sends the coach's reply to the check-in `reviewOf` as a message. Repeating the id notifies once.
 * @throws NOT_FOUND, CONVERSATION_CLOSED
 */
export async function sendReply(
  tx: Tx<CoachScope, 'CONVERSATION_CLOSED'>,
  clientId: string,
  reply: MessageInput & { reviewOf: string },
): Promise<Message> {
  const people = await getPeople(tx, clientId);
  if (!isOpenRelationship(people)) throw refuse(tx, 'CONVERSATION_CLOSED');
  return writeMessage(tx, people, { side: 'coach', clientId }, reply);
}

/**
 * Sends a message by a rule of the coach. Repeating the id sends nothing.
 * @throws NOT_FOUND, Error for a client who has left
 */
export async function sendAutomaticMessage(
  tx: Tx<CoachScope>,
  clientId: string,
  message: MessageInput,
): Promise<Message> {
  const people = await getPeople(tx, clientId);
  if (!isOpenRelationship(people)) throw new Error('an automatic message to a client who has left');
  return writeMessage(tx, people, { side: 'coach', clientId }, { ...message, automatic: true });
}

const noFiles = async (): Promise<StoredFile[]> => [];

/**
 * Stores a message in an open conversation under the next number, and notifies the other side.
 * @throws NOT_FOUND when another sender or conversation has used the id
 */
export async function writeMessage(
  tx: ParticipantTx,
  people: People,
  { side, clientId }: Sender,
  {
    id,
    body,
    now,
    reviewOf,
    broadcastId = null,
    automatic = false,
    suggestion,
    attach = noFiles,
  }: MessageInput & {
    reviewOf?: string;
    broadcastId?: string | null;
    automatic?: boolean;
    suggestion?: FollowedSuggestion;
    attach?: () => Promise<StoredFile[]>;
  },
): Promise<Message> {
  const { coachId } = tx.scope;
  // Copies and automatic messages leave the conversation where it is.
  const isCopy = broadcastId !== null || automatic;
  // Sent at once; the lookup runs after the lock.
  const [lastSeq, known] = await Promise.all([
    lockConversation(tx, clientId, isCopy ? people.joinedAt : now),
    findMessage(tx, id),
  ]);
  if (known) {
    const { clientId: owner, ...stored } = known;
    if (owner !== clientId || stored.sender !== side) throw refuse('NOT_FOUND');
    return stored;
  }
  const attachments = await attach();
  const content = { id, seq: lastSeq + 1, sender: side, body, automatic, attachments, createdAt: now };
  const message = await insertMessage(tx, clientId, content);
  if (!message) throw refuse('NOT_FOUND');
  const of = { clientId, subjectId: id, occurredAt: now };
  const isFromClient = side === 'client';
  // No act of the coach, so it is no contact in what is known about the client.
  const actor = automatic ? 'system' : side;
  const kinds = attachments.map(({ kind }) => kind);
  const notification = {
    userId: side === 'coach' ? (people.personId ?? coachId) : coachId,
    ...(reviewOf
      ? { type: 'check_in_reviewed' as const, title: `${people.coachName} replied to your check-in` }
      : {
          type: 'message_received' as const,
          title: `New message from ${side === 'coach' ? people.coachName : people.clientName}`,
        }),
    // Words of self-harm belong into no mail.
    message: isFromClient && isAlarming(body) ? 'Open the conversation to read it.' : summaryOf(body, kinds),
    metadata: { client_id: clientId, conversation_id: clientId, coach_id: coachId, check_in_id: reviewOf },
  };
  await Promise.all([
    advanceConversation(tx, { clientId, seq: message.seq, at: isCopy ? null : now }),
    insertWords(tx, message),
    record(tx, { ...of, type: 'message.sent', actor, data: { seq: message.seq, broadcastId } }),
    suggestion && record(tx, { ...of, type: 'suggestion.followed', data: suggestion }),
    announceMessage(tx, people, body, notification),
    refreshScreens(tx, people, clientId, 'message'),
  ]);
  return message;
}

const isClient = (tx: ParticipantTx): tx is Tx<ClientScope> => tx.scope.role === 'client';

/** Notifies the other side. Words of self-harm get their own notification of the coach. */
async function announceMessage(tx: ParticipantTx, { clientName }: People, body: string, ordinary: NewNotification) {
  const { conversation_id } = ordinary.metadata;
  const words = { texts: [body], place: 'this message', fullName: clientName, metadata: { conversation_id } };
  if (!isClient(tx) || !(await notifyOfWords(tx, words))) await notify(tx, ordinary);
}

/**
 * Moves this side's read marker and marks its notification as read.
 * @returns the number of the last message that this side has read
 * @throws NOT_FOUND, FORBIDDEN for a former client
 */
export async function markConversationRead(
  tx: ParticipantTx,
  { side, clientId }: Sender,
  seq: number,
): Promise<number> {
  const people = await getPeople(tx, clientId);
  // Former clients can read their history, but have no read marker to move.
  if (side === 'client' && !isCurrentStatus(people.status)) throw refuse('FORBIDDEN');
  const marker = await moveReadMarker(tx, clientId, { side, seq });
  await markConversationNotificationsRead(tx, clientId);
  if (marker.moved) await refreshScreens(tx, people, clientId, 'read');
  return marker.seq;
}

/** @throws NOT_FOUND when the conversation is closed */
export async function sendTyping(tx: ParticipantTx, { side, clientId }: Participant): Promise<void> {
  const people = await getPeople(tx, clientId);
  if (!isOpenRelationship(people)) throw refuse('NOT_FOUND');
  const { coachId } = tx.scope;
  const to = otherSide(side) === 'coach' ? coachId : people.personId;
  await publish(tx, [to], { event: 'typing', coachId, conversationId: clientId });
}
