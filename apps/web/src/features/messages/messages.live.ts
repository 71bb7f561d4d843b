import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { subscribe } from '../../lib/realtime.ts';
import { heardTyping, refreshMessages } from './messages.queries.ts';

/** Keeps messages fresh for as long as somebody is signed in. */
export function useLiveMessages(userId: string): void {
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person has a connection of their own.
  useEffect(
    () =>
      subscribe(['message', 'read', 'typing'], ({ event, conversationId = '' }) => {
        if (event === 'message' || event === 'typing') heardTyping(client, conversationId, event === 'typing');
        if (event !== 'typing') void refreshMessages(client);
      }),
    [client, userId],
  );
}
