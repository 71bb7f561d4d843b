import type { Query } from '@tanstack/react-query';
import { useLiveEvents } from '../../lib/realtime.ts';
import { orpc } from '../../lib/rpc.ts';

/** Queries that show sessions. */
const SESSION_QUERIES = () => [orpc.calendar.getCalendar.key(), orpc.bookings.getBookings.key(), orpc.dashboard.key()];

/** Reloads sessions and free times when a coach, a client or another device changes them. */
export const useLiveCalendar = (userId: string): void =>
  useLiveEvents(userId, ['calendar', 'slots'], (client, { event }) => {
    // A new connection does not reload queries that the page has just loaded.
    const predicate = event === 'resync' ? { predicate: (query: Query) => query.isStale() } : {};
    const changed = event === 'slots' ? [orpc.bookings.getBookings.key()] : SESSION_QUERIES();
    for (const queryKey of changed) void client.invalidateQueries({ queryKey, ...predicate });
  });
