import { NotAvailablePage } from '../components/not-available-page.tsx';
import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/account-setup')({
  component: () => <NotAvailablePage title="Account setup" what="New coaches will create their account here." />,
});
