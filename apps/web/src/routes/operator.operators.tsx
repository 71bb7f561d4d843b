import { createFileRoute } from '@tanstack/react-router';
import { requireOperator } from '../app/guards.ts';
import { NotAvailablePage } from '../components/not-available-page.tsx';

export const Route = createFileRoute('/operator/operators')({
  beforeLoad: requireOperator,
  component: () => <NotAvailablePage title="The list of operators" what="Operators will be invited here." />,
});
