import { createFileRoute } from '@tanstack/react-router';
import { ContactPage } from '../features/site/contact-page.tsx';
import { useTitle } from '../lib/use-title.ts';

export const Route = createFileRoute('/contact')({ component: ContactRoute });

function ContactRoute() {
  useTitle('Contact Us');
  return <ContactPage />;
}
