import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { queryClient } from '../app/query-client.ts';
import { DemoBookingPage, NoDemoBooking } from '../features/site/demo-booking-page.tsx';
import { demoBookingQuery } from '../features/site/site.queries.ts';
import { codeOf } from '../lib/errors.ts';

export const Route = createFileRoute('/booking/$token')({
  loader: async ({ params }) => {
    try {
      await queryClient.ensureQueryData(demoBookingQuery(params.token));
    } catch (error) {
      // A link that was cut short is no booking either.
      if (['NOT_FOUND', 'BAD_REQUEST'].includes(codeOf(error) ?? '')) throw notFound();
      throw error;
    }
  },
  component: BookingRoute,
  notFoundComponent: NoDemoBooking,
});

function BookingRoute() {
  const { token } = Route.useParams();
  const { data: booking } = useSuspenseQuery(demoBookingQuery(token));
  return <DemoBookingPage token={token} booking={booking} />;
}
