import { createFileRoute, redirect } from '@tanstack/react-router';
import { requireClient } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { BookingPage } from '../features/calendar/booking-page.tsx';
import { bookingsQuery } from '../features/calendar/calendar.bookings.ts';

export const Route = createFileRoute('/client/book')({
  async beforeLoad(place) {
    const { client } = await requireClient(place);
    // The dashboard says what to do for a client without a coach.
    if (!client) throw redirect({ to: '/client/dashboard' });
  },
  loader: async () => {
    // A page that does not load says so itself.
    await queryClient.prefetchQuery(bookingsQuery());
  },
  component: BookingPage,
});
