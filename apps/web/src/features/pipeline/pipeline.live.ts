import { useLiveEvents } from '../../lib/realtime.ts';
import { orpc } from '../../lib/rpc.ts';

/** Loads the leads again after each notification, because it may announce a new one. */
export const useLiveLeads = (userId: string): void =>
  useLiveEvents(userId, ['notification'], (client, { event }) => {
    if (event === 'notification') void client.invalidateQueries({ queryKey: orpc.pipeline.key() });
  });
