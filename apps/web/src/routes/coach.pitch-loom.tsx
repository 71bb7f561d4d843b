import { createFileRoute } from '@tanstack/react-router';
import { requireAnyCoach } from '../app/guards.ts';
import { NotAvailablePage } from '../components/not-available-page.tsx';

export const Route = createFileRoute('/coach/pitch-loom')({
  beforeLoad: requireAnyCoach,
  component: () => (
    <NotAvailablePage title="The recorded walkthrough" what="A recorded walkthrough will be shown here." />
  ),
});
