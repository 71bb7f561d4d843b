import { createFileRoute } from '@tanstack/react-router';
import { requireCoach } from '../app/guards.ts';
import { NotAvailablePage } from '../components/not-available-page.tsx';

export const Route = createFileRoute('/coach/$coachId/messages/')({
  beforeLoad: requireCoach,
  component: () => <NotAvailablePage title="Messaging" what="Your conversations with clients will be here." />,
});
