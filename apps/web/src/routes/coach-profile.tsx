import { createFileRoute } from '@tanstack/react-router';
import { requireAnyCoach } from '../app/guards.ts';
import { NotAvailablePage } from '../components/not-available-page.tsx';

export const Route = createFileRoute('/coach-profile')({
  beforeLoad: requireAnyCoach,
  component: () => <NotAvailablePage title="Your profile" what="How clients see you will be edited here." />,
});
