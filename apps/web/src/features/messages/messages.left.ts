import { useSyncExternalStore } from 'react';
import { uploads } from '../../lib/file-upload.ts';
import type { OutboxItem } from '../../lib/outbox.ts';
import { type Letter, messageOutbox } from './messages.outbox.ts';

type Open = readonly { clientId: string }[];

/**
 * Messages of a client that go nowhere as things are: their conversation is closed, or takes nothing for now, or was
 * refused by another coach than the one whose conversation is to be seen.
 */
export function useLeftLetters(
  userId: string,
  isClient: boolean,
  open: Open,
  coachNow: string | undefined,
): OutboxItem<Letter>[] {
  const outbox = messageOutbox(userId);
  const { items } = useSyncExternalStore(outbox.subscribe, outbox.getSnapshot);
  if (!isClient) return [];
  const isOpen = new Set(open.map(({ clientId }) => clientId));
  return items.filter(
    ({ lane, problem, content }) =>
      !isOpen.has(lane) || problem?.code === 'COACH_PLAN_FULL' || (problem !== null && content.coachId !== coachNow),
  );
}

type Refused = { id: string; attachments: Letter['attachments'] };

/** Tries again what was refused, and its files before it. */
export function retryLetter(userId: string, { id, attachments }: Refused): void {
  for (const file of attachments) uploads.retry(file.id);
  messageOutbox(userId).retry(id);
}

export function discardLetter(userId: string, { id, attachments }: Refused): void {
  uploads.forget(attachments.map((file) => file.id));
  messageOutbox(userId).discard(id);
}
