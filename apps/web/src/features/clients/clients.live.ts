import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { subscribe } from '../../lib/realtime.ts';
import { orpc } from '../../lib/rpc.ts';

/** Loads the clients again after each notification, because it may announce a change of a client. */
export function useLiveClients(userId: string): void {
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person has a connection of their own.
  useEffect(
    () =>
      subscribe(['notification'], ({ event }) => {
        if (event === 'notification') void client.invalidateQueries({ queryKey: orpc.clients.listClients.key() });
      }),
    [client, userId],
  );
}
