import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { DemoPage } from '../features/site/demo-page.tsx';

export const Route = createFileRoute('/schedule-demo')({ component: ScheduleDemoRoute });

function ScheduleDemoRoute() {
  const navigate = useNavigate();
  return <DemoPage onDone={() => void navigate({ to: '/schedule-demo-confirmed' })} />;
}
