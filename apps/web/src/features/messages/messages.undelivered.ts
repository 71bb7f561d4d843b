import { uploads } from '../../device/file-upload.ts';
import type { OutboxItem } from '../../device/outbox.ts';
import { useStore } from '../../lib/store.ts';
import { messageOutbox, type PendingMessage } from './messages.outbox.ts';

/**
 * A client's messages that cannot be delivered: their conversation is closed or takes none for now, or they were
 * refused by a coach other than the current one.
 */
export function useUndeliveredMessages(
  userId: string,
  isClient: boolean,
  open: readonly { clientId: string }[],
  currentCoachId: string | undefined,
): OutboxItem<PendingMessage>[] {
  const outbox = messageOutbox(userId);
  const { items } = useStore(outbox);
  if (!isClient) return [];
  const isOpen = new Set(open.map(({ clientId }) => clientId));
  return items.filter(
    ({ lane, problem, content }) =>
      !isOpen.has(lane) ||
      problem?.code === 'COACH_PLAN_FULL' ||
      (problem !== null && content.coachId !== currentCoachId),
  );
}

type RefusedMessage = { id: string; attachments: PendingMessage['attachments'] };

/** Sends a refused message again, after its files. */
export function retryMessage(userId: string, { id, attachments }: RefusedMessage): void {
  for (const file of attachments) uploads.retry(file.id);
  messageOutbox(userId).retry(id);
}

export function discardMessage(userId: string, { id, attachments }: RefusedMessage): void {
  uploads.forget(attachments.map((file) => file.id));
  messageOutbox(userId).discard(id);
}
