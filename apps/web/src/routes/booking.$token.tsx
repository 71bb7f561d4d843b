import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { loadOrNotFound } from '../app/loaders.ts';
import { queryClient } from '../app/query-client.ts';
import { DemoBookingPage, NoDemoBooking } from '../features/site/demo-booking-page.tsx';
import { demoBookingQuery } from '../features/site/site.queries.ts';

export const Route = createFileRoute('/booking/$token')({
  loader: async ({ params }) => {
    await loadOrNotFound(queryClient.ensureQueryData(demoBookingQuery(params.token)), ['NOT_FOUND', 'BAD_REQUEST']);
  },
  component: BookingRoute,
  notFoundComponent: NoDemoBooking,
});

function BookingRoute() {
  const { token } = Route.useParams();
  const { data: booking } = useSuspenseQuery(demoBookingQuery(token));
  return <DemoBookingPage token={token} booking={booking} />;
}
