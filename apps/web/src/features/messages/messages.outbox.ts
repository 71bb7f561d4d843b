import type { StoredFile } from '@stridewell/contract/files/files';
import type { FollowedSuggestion } from '@stridewell/contract/messages/messages';
import { type Outbox, type OutboxItem, outboxesByUser } from '../../device/outbox.ts';
import { isStoredFile, storedFileOf } from '../../device/stored-file.ts';
import { newId } from '../../lib/ids.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { isListOf } from '../../lib/shape.ts';
import type { ShownMessage } from './message-row.tsx';
import type { ConversationIds } from './messages.queries.ts';

/** A message that the server does not have yet. `file-upload.ts` stores the content of its files. */
export type PendingMessage = ConversationIds & {
  body: string;
  attachments: readonly StoredFile[];
  createdAt: string;
  /** The name of the recipient, which the server withholds once the coaching has ended. */
  to?: string;
  suggestion?: FollowedSuggestion;
};

const isPendingMessage = (value: unknown): value is PendingMessage =>
  typeof value === 'object' &&
  value !== null &&
  isListOf(isStoredFile)(Reflect.get(value, 'attachments')) &&
  ['coachId', 'conversationId', 'body', 'createdAt'].every((name) => typeof Reflect.get(value, name) === 'string');

/** The pending messages of a person, in the order of each conversation. */
export const messageOutbox: (userId: string) => Outbox<PendingMessage> = outboxesByUser('messages', isPendingMessage);

/** Puts a message into the outbox, which sends it at once or with the next connection. */
export function sendMessage(
  userId: string,
  { coachId, conversationId, to, suggestion }: ConversationIds & { to: string; suggestion?: FollowedSuggestion },
  body: string,
  attachments: readonly StoredFile[],
): void {
  messageOutbox(userId).add(conversationId, newId(), {
    coachId,
    conversationId,
    to,
    body,
    attachments: attachments.map(storedFileOf),
    createdAt: new Date(serverNow()).toISOString(),
    ...(suggestion && { suggestion }),
  });
}

export const pendingMessagesIn = (
  items: readonly OutboxItem<PendingMessage>[],
  { conversationId }: ConversationIds,
): Omit<ShownMessage, 'seq'>[] =>
  items
    .filter(({ lane }) => lane === conversationId)
    .map(({ id, content: { body, attachments, createdAt }, problem }) => ({
      id,
      body,
      attachments,
      automatic: false,
      createdAt,
      problem: problem?.message ?? null,
    }));
