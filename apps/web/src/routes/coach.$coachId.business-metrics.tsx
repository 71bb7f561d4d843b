import { createFileRoute } from '@tanstack/react-router';
import { requireCoach } from '../app/guards.ts';
import { GatedPage } from './-gated-page.tsx';

export const Route = createFileRoute('/coach/$coachId/business-metrics')({
  beforeLoad: requireCoach,
  component: () => (
    <GatedPage
      feature="advanced_ai"
      title="The business metrics page"
      what="Revenue, expenses and margins over time will be here."
    />
  ),
});
