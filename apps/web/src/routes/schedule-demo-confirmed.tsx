import { createFileRoute } from '@tanstack/react-router';
import { DemoConfirmedPage } from '../features/site/demo-confirmed-page.tsx';

export const Route = createFileRoute('/schedule-demo-confirmed')({ component: ScheduleDemoConfirmedRoute });

function ScheduleDemoConfirmedRoute() {
  return <DemoConfirmedPage />;
}
