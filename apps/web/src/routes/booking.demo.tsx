import { createFileRoute } from '@tanstack/react-router';
import { DemoScheduler } from '../features/site/demo-scheduler.tsx';

type Search = { name?: string; email?: string; a1?: string; a2?: string; a3?: string };

const FIELDS = ['name', 'email', 'a1', 'a2', 'a3'] as const;

export const Route = createFileRoute('/booking/demo')({
  validateSearch: (search: Record<string, unknown>): Search =>
    // Values that look like numbers arrive as numbers.
    Object.fromEntries(
      FIELDS.filter((field) => ['string', 'number'].includes(typeof search[field])).map((field) => [
        field,
        String(search[field]),
      ]),
    ),
  component: BookingRoute,
});

function BookingRoute() {
  const { name = '', email = '', a1 = '', a2 = '', a3 = '' } = Route.useSearch();
  return <DemoScheduler name={name} email={email} answers={{ experience: a1, tools: a2, clients: a3 }} />;
}
