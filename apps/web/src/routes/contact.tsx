import { createFileRoute } from '@tanstack/react-router';
import { ContactForm } from '../features/site/contact-form.tsx';
import { ContactClosed, ContactPage } from '../features/site/contact-page.tsx';
import { useIsOff } from '../lib/notices.ts';

export const Route = createFileRoute('/contact')({ component: ContactRoute });

function ContactRoute() {
  return <ContactPage form={useIsOff('contact_form') ? <ContactClosed /> : <ContactForm />} />;
}
