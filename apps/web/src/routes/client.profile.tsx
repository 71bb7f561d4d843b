import { createFileRoute } from '@tanstack/react-router';
import { requireClient } from '../app/guards.ts';
import { NotAvailablePage } from '../components/not-available-page.tsx';

export const Route = createFileRoute('/client/profile')({
  beforeLoad: requireClient,
  component: () => (
    <NotAvailablePage title="Your profile" what="Your details, units and notification settings will be here." />
  ),
});
