import { createFileRoute } from '@tanstack/react-router';
import { ContactPage } from '../features/site/contact-page.tsx';

export const Route = createFileRoute('/contact')({ component: ContactRoute });

function ContactRoute() {
  return <ContactPage />;
}
