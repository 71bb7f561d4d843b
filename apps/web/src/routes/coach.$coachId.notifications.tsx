import { createFileRoute } from '@tanstack/react-router';
import { requireCoach } from '../app/guards.ts';
import { NotAvailablePage } from '../components/not-available-page.tsx';

export const Route = createFileRoute('/coach/$coachId/notifications')({
  beforeLoad: requireCoach,
  component: () => <NotAvailablePage title="Group messaging" what="You will write to several clients at once here." />,
});
