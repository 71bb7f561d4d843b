import { createFileRoute } from '@tanstack/react-router';
import { requireCoach } from '../app/guards.ts';
import { NotAvailablePage } from '../components/not-available-page.tsx';

export const Route = createFileRoute('/coach/$coachId/ai-planner')({
  beforeLoad: requireCoach,
  component: () => <NotAvailablePage title="The planner" what="Workout and nutrition plans will be drafted here." />,
});
