import { createFileRoute } from '@tanstack/react-router';
import { requireSession } from '../app/guards.ts';
import { NotAvailablePage } from '../components/not-available-page.tsx';

export const Route = createFileRoute('/settings')({
  beforeLoad: requireSession,
  component: () => (
    <NotAvailablePage title="The settings page" what="Account, notifications and security will be here." />
  ),
});
