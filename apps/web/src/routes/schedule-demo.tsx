import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { DemoPage } from '../features/site/demo-page.tsx';
import { DemoRequest } from '../features/site/demo-request.tsx';
import { DemoSteps } from '../features/site/demo-steps.tsx';

export const Route = createFileRoute('/schedule-demo')({ component: ScheduleDemoRoute });

function ScheduleDemoRoute() {
  const navigate = useNavigate();
  const request = <DemoRequest onDone={() => void navigate({ to: '/schedule-demo-confirmed' })} />;
  return <DemoPage steps={<DemoSteps />} request={request} />;
}
