import type { QueryClient } from '@tanstack/react-query';
import { uploads } from '../../device/file-upload.ts';
import type { OutboxItem } from '../../device/outbox.ts';
import { refresh } from '../../lib/changes.ts';
import { orpc, rpc } from '../../lib/rpc.ts';
import type { PendingMessage } from './messages.outbox.ts';
import { addMessages, threadKey } from './messages.queries.ts';

/** Sends one message after its files have arrived, and adds it to the conversation. */
export async function deliverMessage(
  client: QueryClient,
  userId: string,
  { id, content: { coachId, conversationId, body, attachments, suggestion } }: OutboxItem<PendingMessage>,
  signal: AbortSignal,
): Promise<void> {
  const conversation = { coachId, conversationId };
  const attachmentIds = attachments.map((file) => file.id);
  const send = async () => {
    const stored = await rpc.messages.sendMessage(
      { ...conversation, id, body, attachmentIds, ...(suggestion && { suggestion }) },
      { signal, context: { userId } },
    );
    // Before the device forgets the files, so that their pictures do not flicker.
    addMessages(client, conversation, [stored]);
  };
  await uploads.sendAfter(attachmentIds, send, signal);
  void refresh(client, [
    threadKey(conversation),
    orpc.messages.listConversations.key(),
    ...(suggestion ? [orpc.dashboard.key()] : []),
  ]);
}
