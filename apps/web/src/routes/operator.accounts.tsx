import { createFileRoute } from '@tanstack/react-router';
import { requireOperator } from '../app/guards.ts';
import { NotAvailablePage } from '../components/not-available-page.tsx';

export const Route = createFileRoute('/operator/accounts')({
  beforeLoad: requireOperator,
  component: () => <NotAvailablePage title="The list of accounts" what="Coaches and clients will be found here." />,
});
