import { type StoredFile, storedFile } from '@stridewell/contract/files';
import { newId } from '../../lib/ids.ts';
import { type Outbox, type OutboxItem, outboxesByUser } from '../../lib/outbox.ts';
import { serverNow } from '../../lib/server-clock.ts';
import type { ShownMessage } from './message-row.tsx';
import type { Place } from './messages.queries.ts';

/** What somebody wrote to one conversation. The content of its files is kept by `file-upload.ts`. */
export type Letter = Place & {
  body: string;
  attachments: readonly StoredFile[];
  createdAt: string;
  /** To whom: nobody tells this device once the coaching has ended. */
  to?: string;
};

const isLetter = (value: unknown): value is Letter =>
  typeof value === 'object' &&
  value !== null &&
  storedFile.array().safeParse(Reflect.get(value, 'attachments')).success &&
  ['coachId', 'conversationId', 'body', 'createdAt'].every((name) => typeof Reflect.get(value, name) === 'string');

/** The messages of a person that are on their way, in the order of each conversation. */
export const messageOutbox: (userId: string) => Outbox<Letter> = outboxesByUser('messages', isLetter);

/** Sends it from now on, or as soon as that is possible. */
export function sendLetter(
  userId: string,
  { coachId, conversationId, to }: Place & { to: string },
  body: string,
  attachments: readonly StoredFile[],
): void {
  const files = attachments.map(({ id, kind, name, bytes, width, height }) => ({
    id,
    kind,
    name,
    bytes,
    width,
    height,
  }));
  const createdAt = new Date(serverNow()).toISOString();
  const letter = { coachId, conversationId, to, body, attachments: files, createdAt };
  messageOutbox(userId).add(conversationId, newId(), letter);
}

export type Pending = Omit<ShownMessage, 'seq'>;

export const pendingIn = (items: readonly OutboxItem<Letter>[], { conversationId }: Place): Pending[] =>
  items
    .filter(({ lane }) => lane === conversationId)
    .map(({ id, content: { body, attachments, createdAt }, problem }) => ({
      id,
      body,
      attachments,
      createdAt,
      problem: problem?.message ?? null,
    }));
