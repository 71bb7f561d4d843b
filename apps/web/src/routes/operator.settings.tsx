import { createFileRoute } from '@tanstack/react-router';
import { requireOperator } from '../app/guards.ts';
import { NotAvailablePage } from '../components/not-available-page.tsx';

export const Route = createFileRoute('/operator/settings')({
  beforeLoad: requireOperator,
  component: () => (
    <NotAvailablePage title="The settings of the platform" what="Banner, switches and limits will be set here." />
  ),
});
