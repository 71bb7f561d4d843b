import { createFileRoute } from '@tanstack/react-router';
import { requireClient } from '../app/guards.ts';
import { NotAvailablePage } from '../components/not-available-page.tsx';

export const Route = createFileRoute('/client/messages')({
  beforeLoad: requireClient,
  component: () => <NotAvailablePage title="Messaging" what="Your conversation with your coach will be here." />,
});
