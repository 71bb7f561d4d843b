import { createFileRoute } from '@tanstack/react-router';
import { requireCoach } from '../app/guards.ts';
import { NotAvailablePage } from '../components/not-available-page.tsx';

export const Route = createFileRoute('/coach/$coachId/client-onboarding')({
  beforeLoad: requireCoach,
  component: () => (
    <NotAvailablePage
      title="Onboarding a client"
      what="You will fill in the onboarding together with a new client here."
    />
  ),
});
