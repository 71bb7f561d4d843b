import { createFileRoute } from '@tanstack/react-router';
import { NotAvailablePage } from '../components/not-available-page.tsx';

export const Route = createFileRoute('/contact')({
  component: () => <NotAvailablePage title="The contact form" what="You will be able to write to us here." />,
});
