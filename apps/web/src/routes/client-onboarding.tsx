import { createFileRoute } from '@tanstack/react-router';
import { requireSession } from '../app/guards.ts';
import { NotAvailablePage } from '../components/not-available-page.tsx';

export const Route = createFileRoute('/client-onboarding')({
  beforeLoad: requireSession,
  component: () => (
    <NotAvailablePage
      title="Client onboarding"
      what="Your goal, diet, measurements and availability will be asked here."
    />
  ),
});
