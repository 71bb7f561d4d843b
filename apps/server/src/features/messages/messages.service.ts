import type { Conversation, Message, Thread } from '@stridewell/contract/messages';
import { CONVERSATION_PAGE, otherSide, summaryOf } from '@stridewell/contract/messages.rules';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import { type Cursor, pageOf } from '../../platform/db/cursor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { publish } from '../../platform/realtime/live.ts';
import { attachFiles } from '../files/files.service.ts';
import { markConversationNotified, notify } from '../notifications/notifications.service.ts';
import {
  countUnread,
  findMessage,
  findPeople,
  insertMessage,
  lockConversation,
  type MessageRange,
  moveReadMarker,
  type People,
  selectConversations,
  selectMessages,
  selectReads,
} from './messages.data.ts';
import type { Participant, ParticipantScope } from './messages.policy.ts';
import { messageExcerpt } from './messages.replies.data.ts';

/** What other features select of messages. */
export { messageExcerpt };

type ParticipantTx = Tx<ParticipantScope>;

export async function listConversations(
  tx: Tx<CoachScope>,
  after: Cursor | null,
): Promise<{ conversations: Conversation[]; nextCursor: string | null }> {
  const { page, nextCursor } = pageOf(await selectConversations(tx, after), CONVERSATION_PAGE);
  return {
    conversations: page.map(({ id, clientName, photoId, status, sender, body, kinds, createdAt, unread }) => ({
      id,
      clientName,
      photoId,
      status,
      unread,
      last: sender &&
        createdAt && { sender, excerpt: summaryOf(body ?? '', kinds ?? []), createdAt: createdAt.toISOString() },
    })),
    nextCursor,
  };
}

/** A part of the conversation; undefined when the coach has no such client. */
export async function readThread(
  tx: ParticipantTx,
  { side, clientId }: Participant,
  range: MessageRange,
): Promise<Thread | undefined> {
  const [people, page, reads] = await Promise.all([
    findPeople(tx, clientId),
    selectMessages(tx, clientId, range),
    selectReads(tx, clientId),
  ]);
  if (!people) return undefined;
  const { status, clientName, coachName } = people;
  return { withName: side === 'coach' ? clientName : coachName, status, ...page, reads };
}

const isOpen = ({ personId, status }: People): boolean => personId !== null && ['active', 'paused'].includes(status);

/** Tells both sides' open screens, this one's other tabs included. Ids alone: who hears it asks for the rest. */
const tellScreens = (tx: ParticipantTx, people: People, clientId: string, event: 'message' | 'read') =>
  publish(tx, [tx.scope.coachId, people.personId], { event, coachId: tx.scope.coachId, conversationId: clientId });

export type SendResult =
  | { kind: 'sent'; message: Message }
  | { kind: 'closed' }
  | { kind: 'not_covered' }
  | { kind: 'attachment_gone' }
  | { kind: 'not_found' };

/**
 * Stores a message under the next number of its conversation and tells the other side, in one transaction. The id is
 * the sender's: sending it again answers the stored message and tells nobody twice. A reply to the check-in `reviewOf`
 * is told as one.
 */
export async function sendMessage(
  tx: ParticipantTx,
  { side, clientId }: Pick<Participant, 'side' | 'clientId'>,
  {
    id,
    body,
    attachmentIds = [],
    now,
    reviewOf,
  }: { id: string; body: string; attachmentIds?: readonly string[]; now: Date; reviewOf?: string },
): Promise<SendResult> {
  const people = await findPeople(tx, clientId);
  if (!people) return { kind: 'not_found' };
  if (!isOpen(people)) return { kind: 'closed' };
  // The coach goes on writing, to say what happens next.
  if (side === 'client' && !people.covered) return { kind: 'not_covered' };
  const lastSeq = await lockConversation(tx, clientId, now);
  const known = await findMessage(tx, id);
  if (known) {
    const { clientId: owner, ...message } = known;
    return owner === clientId && message.sender === side ? { kind: 'sent', message } : { kind: 'not_found' };
  }
  const attachments = await attachFiles(tx, { clientId, ids: attachmentIds, purpose: 'message', now });
  if (!attachments) return { kind: 'attachment_gone' };
  const content = { id, seq: lastSeq + 1, sender: side, body, attachments, createdAt: now };
  const message = await insertMessage(tx, clientId, content);
  if (!message) return { kind: 'not_found' };
  const { coachId } = tx.scope;
  await notify(tx, {
    userId: side === 'coach' ? (people.personId ?? coachId) : coachId,
    ...(reviewOf
      ? { type: 'check_in_reviewed' as const, title: `${people.coachName} replied to your check-in` }
      : {
          type: 'message_received' as const,
          title: `New message from ${side === 'coach' ? people.coachName : people.clientName}`,
        }),
    message: summaryOf(
      body,
      attachments.map(({ kind }) => kind),
    ),
    metadata: { client_id: clientId, conversation_id: clientId, coach_id: coachId, check_in_id: reviewOf },
  });
  await tellScreens(tx, people, clientId, 'message');
  return { kind: 'sent', message };
}

/** How far this side has read now; undefined when there is no such conversation. Its notification is read with it. */
export async function markRead(
  tx: ParticipantTx,
  { side, clientId }: Participant,
  seq: number,
): Promise<number | undefined> {
  const people = await findPeople(tx, clientId);
  if (!people) return undefined;
  const mark = await moveReadMarker(tx, clientId, { side, seq });
  await markConversationNotified(tx, clientId);
  if (mark.moved) await tellScreens(tx, people, clientId, 'read');
  return mark.seq;
}

/** False when there is nobody to tell. */
export async function sendTyping(tx: ParticipantTx, { side, clientId }: Participant): Promise<boolean> {
  const people = await findPeople(tx, clientId);
  if (!people || !isOpen(people)) return false;
  const { coachId } = tx.scope;
  const to = otherSide(side) === 'coach' ? coachId : people.personId;
  await publish(tx, [to], { event: 'typing', coachId, conversationId: clientId });
  return true;
}

/** How many messages of the coach the client has not seen, counted up to a hundred. */
export const readUnread = (tx: Tx<ClientScope>): Promise<number> => countUnread(tx);
