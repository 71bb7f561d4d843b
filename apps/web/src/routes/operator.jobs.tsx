import { createFileRoute } from '@tanstack/react-router';
import { requireOperator } from '../app/guards.ts';
import { NotAvailablePage } from '../components/not-available-page.tsx';

export const Route = createFileRoute('/operator/jobs')({
  beforeLoad: requireOperator,
  component: () => <NotAvailablePage title="Jobs and mail" what="Background work and mail will be watched here." />,
});
