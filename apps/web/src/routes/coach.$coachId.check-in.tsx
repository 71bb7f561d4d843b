import { createFileRoute } from '@tanstack/react-router';
import { requireCoach } from '../app/guards.ts';
import { NotAvailablePage } from '../components/not-available-page.tsx';

export const Route = createFileRoute('/coach/$coachId/check-in')({
  beforeLoad: requireCoach,
  component: () => (
    <NotAvailablePage title="Logging a check-in" what="You will choose a client and log a check-in here." />
  ),
});
