import { createFileRoute } from '@tanstack/react-router';
import { NotAvailablePage } from '../components/not-available-page.tsx';

export const Route = createFileRoute('/schedule-demo')({
  component: () => (
    <NotAvailablePage title="Booking a demo" what="You will be able to choose a time for a video call here." />
  ),
});
