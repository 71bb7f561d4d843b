import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { subscribe } from '../../lib/realtime.ts';
import { refreshMessages, setTyping } from './messages.queries.ts';

/** Loads messages again when the server announces new ones, while a person is signed in. */
export function useLiveMessages(userId: string): void {
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person has a connection of their own.
  useEffect(
    () =>
      subscribe(['message', 'read', 'typing'], ({ event, conversationId = '' }) => {
        if (event === 'message' || event === 'typing') setTyping(client, conversationId, event === 'typing');
        if (event !== 'typing') void refreshMessages(client);
      }),
    [client, userId],
  );
}
