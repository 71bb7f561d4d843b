import { NotAvailablePage } from '../components/not-available-page.tsx';
import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/schedule-demo')({
  component: () => <NotAvailablePage title="Booking a demo" what="You will be able to choose a time for a video call here." />,
});
