import { type Query, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { subscribe } from '../../lib/realtime.ts';
import { orpc } from '../../lib/rpc.ts';

/** What shows sessions; lists that nobody looks at are asked for with their next visit. */
const PLANS = () => [orpc.calendar.getCalendar.key(), orpc.bookings.getBookings.key(), orpc.dashboard.key()];

/** Shows at once what the other side, or another device, does in a calendar, and which times others leave free. */
export function useLiveCalendar(userId: string): void {
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person has a connection of their own.
  useEffect(
    () =>
      subscribe(['calendar', 'slots'], ({ event }) => {
        // When a connection begins, a page that has just been loaded is not asked for twice.
        const predicate = event === 'resync' ? { predicate: (query: Query) => query.isStale() } : {};
        const concerned = event === 'slots' ? [orpc.bookings.getBookings.key()] : PLANS();
        for (const queryKey of concerned) void client.invalidateQueries({ queryKey, ...predicate });
      }),
    [client, userId],
  );
}
