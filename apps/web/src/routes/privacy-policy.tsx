import { createFileRoute } from '@tanstack/react-router';
import { NotAvailablePage } from '../components/not-available-page.tsx';

export const Route = createFileRoute('/privacy-policy')({
  component: () => (
    <NotAvailablePage
      title="The Privacy Policy page"
      what="How data is collected, kept and deleted will be published here."
    />
  ),
});
