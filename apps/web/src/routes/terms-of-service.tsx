import { createFileRoute } from '@tanstack/react-router';
import { NotAvailablePage } from '../components/not-available-page.tsx';

export const Route = createFileRoute('/terms-of-service')({
  component: () => <NotAvailablePage title="The Terms of Service page" what="The terms will be published here." />,
});
