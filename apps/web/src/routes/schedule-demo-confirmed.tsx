import { createFileRoute } from '@tanstack/react-router';
import { DemoConfirmedPage } from '../features/site/demo-confirmed-page.tsx';
import { useTitle } from '../lib/use-title.ts';

export const Route = createFileRoute('/schedule-demo-confirmed')({ component: ScheduleDemoConfirmedRoute });

function ScheduleDemoConfirmedRoute() {
  useTitle('Demo booked');
  return <DemoConfirmedPage />;
}
