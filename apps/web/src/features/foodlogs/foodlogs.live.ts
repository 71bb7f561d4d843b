import type { Query } from '@tanstack/react-query';
import { useLiveEvents } from '../../lib/realtime.ts';
import { orpc } from '../../lib/rpc.ts';

/** Reloads food logs when a client changes a day, and comments when the coach writes one. */
export const useLiveFoodLogs = (userId: string): void =>
  useLiveEvents(userId, ['food_day', 'food_comment'], (client, { event }) => {
    // A new connection does not reload queries that the page has just loaded.
    const predicate = event === 'resync' ? { predicate: (query: Query) => query.isStale() } : {};
    void client.invalidateQueries({ queryKey: orpc.foodlogs.key(), ...predicate });
  });
