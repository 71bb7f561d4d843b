import type { Query } from '@tanstack/react-query';
import { useLiveEvents } from '../../lib/realtime.ts';
import { orpc } from '../../lib/rpc.ts';

const BOOKINGS = () => [orpc.bookings.getBookings.key()];
const SESSIONS = () => [...BOOKINGS(), orpc.calendar.getCalendar.key(), orpc.dashboard.getClientDashboard.key()];

/** Reloads sessions and free times when a coach, a client or another device changes them. */
export const useLiveCalendar = (userId: string): void =>
  useLiveEvents(userId, ['calendar', 'session_status', 'slots'], (client, { event }) => {
    // A new connection does not reload queries that the page has just loaded.
    const predicate = event === 'resync' ? { predicate: (query: Query) => query.isStale() } : {};
    for (const queryKey of event === 'slots' ? BOOKINGS() : SESSIONS())
      void client.invalidateQueries({ queryKey, ...predicate });
    if (event === 'slots') return;
    // A session with a new status leaves the coach's dashboard with its next refresh, so that it can be undone there.
    const refetchType = event === 'session_status' ? 'none' : 'active';
    void client.invalidateQueries({ queryKey: orpc.dashboard.getCoachDashboard.key(), refetchType, ...predicate });
  });
