import { createFileRoute } from '@tanstack/react-router';
import { NotAvailablePage } from '../components/not-available-page.tsx';

export const Route = createFileRoute('/terms-of-service')({
  component: () => <NotAvailablePage title="Terms of Service" what="The terms will be published here." />,
});
