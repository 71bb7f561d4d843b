import { refresh } from '../../lib/changes.ts';
import { useLiveEvents } from '../../lib/realtime.ts';
import { orpc } from '../../lib/rpc.ts';
import { refreshMessages, setTyping } from './messages.queries.ts';

/** A message may be the reply to a check-in, which these show beside it. */
const REPLY_KEYS = [
  orpc.checkins.listOwnCheckIns.key(),
  orpc.checkins.listCheckIns.key(),
  orpc.clients.getOverview.key(),
];

/** Loads messages again when the server announces new ones, while a person is signed in. */
export const useLiveMessages = (userId: string): void =>
  useLiveEvents(userId, ['message', 'read', 'typing'], (client, { event, conversationId = '' }) => {
    if (event === 'message' || event === 'typing') setTyping(client, conversationId, event === 'typing');
    if (event !== 'typing') void refreshMessages(client);
    if (event === 'message') void refresh(client, REPLY_KEYS);
  });
