import { createFileRoute } from '@tanstack/react-router';
import { requireCoach } from '../app/guards.ts';
import { NotAvailablePage } from '../components/not-available-page.tsx';

export const Route = createFileRoute('/coach/$coachId/calendar')({
  beforeLoad: requireCoach,
  component: () => <NotAvailablePage title="The calendar" what="Your sessions by day, week and month will be here." />,
});
