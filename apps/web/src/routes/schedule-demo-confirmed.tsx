import { createFileRoute } from '@tanstack/react-router';
import { NotAvailablePage } from '../components/not-available-page.tsx';

export const Route = createFileRoute('/schedule-demo-confirmed')({
  component: () => (
    <NotAvailablePage title="The booking confirmation" what="Your booked demo will be confirmed here." />
  ),
});
