import { createFileRoute } from '@tanstack/react-router';
import { requireOperator } from '../app/guards.ts';
import { NotAvailablePage } from '../components/not-available-page.tsx';

export const Route = createFileRoute('/operator/pipeline')({
  beforeLoad: requireOperator,
  component: () => <NotAvailablePage title="The platform pipeline" what="Prospective coaches will be followed here." />,
});
