import { createFileRoute } from '@tanstack/react-router';
import { NotAvailablePage } from '../components/not-available-page.tsx';

export const Route = createFileRoute('/pricing')({
  component: () => (
    <NotAvailablePage
      title="Pricing"
      what="The three plans and a calculator for your number of clients will be here."
    />
  ),
});
