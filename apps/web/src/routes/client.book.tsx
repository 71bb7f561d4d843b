import { createFileRoute, redirect } from '@tanstack/react-router';
import { requireClient } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { BookingPage } from '../features/calendar/booking-page.tsx';
import { bookingsQuery } from '../features/calendar/calendar.bookings.ts';

export const Route = createFileRoute('/client/book')({
  async beforeLoad(visit) {
    const { client } = await requireClient(visit);
    // The dashboard tells clients without a coach what to do.
    if (!client) throw redirect({ to: '/client/dashboard' });
  },
  loader: async () => {
    // A page that does not load says so itself.
    await queryClient.prefetchQuery(bookingsQuery());
  },
  component: BookingPage,
});
