import { createFileRoute } from '@tanstack/react-router';
import { NotAvailablePage } from '../components/not-available-page.tsx';

export const Route = createFileRoute('/notification-demo')({
  component: () => (
    <NotAvailablePage title="The notification tour" what="Every kind of notification will be shown here." />
  ),
});
