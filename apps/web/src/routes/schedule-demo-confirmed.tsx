import { NotAvailablePage } from '../components/not-available-page.tsx';
import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/schedule-demo-confirmed')({
  component: () => <NotAvailablePage title="The booking confirmation" what="Your booked demo will be confirmed here." />,
});
