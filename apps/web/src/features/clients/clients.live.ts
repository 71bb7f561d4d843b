import { useLiveEvents } from '../../lib/realtime.ts';
import { orpc } from '../../lib/rpc.ts';

/** Loads the clients again after each notification, because it may announce a change of a client. */
export const useLiveClients = (userId: string): void =>
  useLiveEvents(userId, ['notification'], (client, { event }) => {
    if (event === 'notification') void client.invalidateQueries({ queryKey: orpc.clients.listClients.key() });
  });
