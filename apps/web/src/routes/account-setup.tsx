import { isPlan, type Plan } from '@stridewell/contract/billing.rules';
import { createFileRoute } from '@tanstack/react-router';
import { NotAvailablePage } from '../components/not-available-page.tsx';

export const Route = createFileRoute('/account-setup')({
  validateSearch: ({ plan }: Record<string, unknown>): { plan?: Plan } => (isPlan(plan) ? { plan } : {}),
  component: () => <NotAvailablePage title="Account setup" what="New coaches will create their account here." />,
});
