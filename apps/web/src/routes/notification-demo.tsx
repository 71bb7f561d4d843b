import { NotAvailablePage } from '../components/not-available-page.tsx';
import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/notification-demo')({
  component: () => <NotAvailablePage title="The notification tour" what="Every kind of notification will be shown here." />,
});
