import { createFileRoute } from '@tanstack/react-router';
import { requireCoach } from '../app/guards.ts';
import { NotAvailablePage } from '../components/not-available-page.tsx';

export const Route = createFileRoute('/coach/$coachId/client/$clientId/edit')({
  beforeLoad: requireCoach,
  component: () => (
    <NotAvailablePage title="Editing a client" what="Goal, diet, measurements and availability will be edited here." />
  ),
});
