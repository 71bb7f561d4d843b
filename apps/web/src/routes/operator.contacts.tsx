import { createFileRoute } from '@tanstack/react-router';
import { requireOperator } from '../app/guards.ts';
import { NotAvailablePage } from '../components/not-available-page.tsx';

export const Route = createFileRoute('/operator/contacts')({
  beforeLoad: requireOperator,
  component: () => (
    <NotAvailablePage title="The contact list" what="Messages from the contact form will be listed here." />
  ),
});
