import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { DemoPage } from '../features/site/demo-page.tsx';
import { useTitle } from '../lib/use-title.ts';

export const Route = createFileRoute('/schedule-demo')({ component: ScheduleDemoRoute });

function ScheduleDemoRoute() {
  const navigate = useNavigate();
  useTitle('Schedule a Demo');
  return <DemoPage onDone={() => void navigate({ to: '/schedule-demo-confirmed' })} />;
}
