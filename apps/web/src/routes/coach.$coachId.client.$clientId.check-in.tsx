import { createFileRoute } from '@tanstack/react-router';
import { requireCoach } from '../app/guards.ts';
import { NotAvailablePage } from '../components/not-available-page.tsx';

export const Route = createFileRoute('/coach/$coachId/client/$clientId/check-in')({
  beforeLoad: requireCoach,
  component: () => (
    <NotAvailablePage title="Logging a check-in" what="You will be able to log a check-in for this client here." />
  ),
});
