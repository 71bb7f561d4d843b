import { createFileRoute } from '@tanstack/react-router';
import { requireOperator } from '../app/guards.ts';
import { NotAvailablePage } from '../components/not-available-page.tsx';

export const Route = createFileRoute('/operator/coach-approval')({
  beforeLoad: requireOperator,
  component: () => (
    <NotAvailablePage title="Coach approval" what="Coaches who wait for approval will be listed here." />
  ),
});
