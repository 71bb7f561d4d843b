import { createFileRoute } from '@tanstack/react-router';
import { requireCoach } from '../app/guards.ts';
import { NotAvailablePage } from '../components/not-available-page.tsx';

export const Route = createFileRoute('/coach/$coachId/pipeline')({
  beforeLoad: requireCoach,
  component: () => <NotAvailablePage title="The pipeline" what="Your leads and trials will be followed here." />,
});
