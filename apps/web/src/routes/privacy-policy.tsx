import { createFileRoute } from '@tanstack/react-router';
import { NotAvailablePage } from '../components/not-available-page.tsx';

export const Route = createFileRoute('/privacy-policy')({
  component: () => (
    <NotAvailablePage title="Privacy Policy" what="How data is collected, kept and deleted will be published here." />
  ),
});
