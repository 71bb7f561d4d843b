import { useLiveEvents } from '../../lib/realtime.ts';
import { refreshMessages, setTyping } from './messages.queries.ts';

/** Loads messages again when the server announces new ones, while a person is signed in. */
export const useLiveMessages = (userId: string): void =>
  useLiveEvents(userId, ['message', 'read', 'typing'], (client, { event, conversationId = '' }) => {
    if (event === 'message' || event === 'typing') setTyping(client, conversationId, event === 'typing');
    if (event !== 'typing') void refreshMessages(client);
  });
