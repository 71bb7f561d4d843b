import { createFileRoute } from '@tanstack/react-router';
import { requireCoach } from '../app/guards.ts';
import { GatedPage } from './-gated-page.tsx';

export const Route = createFileRoute('/coach/$coachId/performance-metrics')({
  beforeLoad: requireCoach,
  component: () => (
    <GatedPage
      feature="advanced_ai"
      title="The performance metrics page"
      what="Adherence and results of your clients over time will be here."
    />
  ),
});
