import { type Query, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { subscribe } from '../../lib/realtime.ts';
import { orpc } from '../../lib/rpc.ts';

/** Queries that show sessions. */
const SESSION_QUERIES = () => [orpc.calendar.getCalendar.key(), orpc.bookings.getBookings.key(), orpc.dashboard.key()];

/** Reloads sessions and free times when a coach, a client or another device changes them. */
export function useLiveCalendar(userId: string): void {
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person needs a new connection.
  useEffect(
    () =>
      subscribe(['calendar', 'slots'], ({ event }) => {
        // A new connection does not reload queries that the page has just loaded.
        const predicate = event === 'resync' ? { predicate: (query: Query) => query.isStale() } : {};
        const changed = event === 'slots' ? [orpc.bookings.getBookings.key()] : SESSION_QUERIES();
        for (const queryKey of changed) void client.invalidateQueries({ queryKey, ...predicate });
      }),
    [client, userId],
  );
}
