import { createFileRoute } from '@tanstack/react-router';
import { NotAvailablePage } from '../components/not-available-page.tsx';

export const Route = createFileRoute('/account-setup')({
  component: () => <NotAvailablePage title="Account setup" what="New coaches will create their account here." />,
});
