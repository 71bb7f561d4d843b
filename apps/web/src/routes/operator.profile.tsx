import { createFileRoute } from '@tanstack/react-router';
import { requireOperator } from '../app/guards.ts';
import { NotAvailablePage } from '../components/not-available-page.tsx';

export const Route = createFileRoute('/operator/profile')({
  beforeLoad: requireOperator,
  component: () => <NotAvailablePage title="Your profile" what="Your operator profile will be here." />,
});
