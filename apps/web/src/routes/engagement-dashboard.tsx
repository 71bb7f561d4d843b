import { createFileRoute } from '@tanstack/react-router';
import { requireAnyCoach } from '../app/guards.ts';
import { GatedPage } from './-gated-page.tsx';

export const Route = createFileRoute('/engagement-dashboard')({
  beforeLoad: requireAnyCoach,
  component: () => (
    <GatedPage
      feature="retention_tracking"
      title="The engagement dashboard"
      what="Who is at risk of leaving, and why, will appear here."
    />
  ),
});
