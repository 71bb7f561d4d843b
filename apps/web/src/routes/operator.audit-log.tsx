import { createFileRoute } from '@tanstack/react-router';
import { requireOperator } from '../app/guards.ts';
import { NotAvailablePage } from '../components/not-available-page.tsx';

export const Route = createFileRoute('/operator/audit-log')({
  beforeLoad: requireOperator,
  component: () => <NotAvailablePage title="The audit log" what="Who changed what will be searched here." />,
});
