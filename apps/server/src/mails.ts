import type { ComponentType } from 'react';
import type { MailProps, RenderedMail } from './platform/mail/mail.ts';

type Template = { subject: (props: never) => string; Body: ComponentType<never> };

/** Every mail the product sends. Templates load when the first mail of their kind is rendered. */
const TEMPLATES = {
  verification: async () => {
    const mail = await import('./features/identity/identity.mail.tsx');
    return { subject: mail.verificationSubject, Body: mail.VerificationMail };
  },
  reset: async () => {
    const mail = await import('./features/identity/identity.mail.tsx');
    return { subject: mail.resetSubject, Body: mail.ResetMail };
  },
  email_change: async () => {
    const mail = await import('./features/identity/identity.mail.tsx');
    return { subject: mail.emailChangeSubject, Body: mail.EmailChangeMail };
  },
  security_notice: async () => {
    const mail = await import('./features/identity/identity.mail.tsx');
    return { subject: mail.securityNoticeSubject, Body: mail.SecurityNoticeMail };
  },
  invitation: async () => {
    const mail = await import('./features/clients/clients.mail.tsx');
    return { subject: mail.invitationSubject, Body: mail.InvitationMail };
  },
  purchase_waiting: async () => {
    const mail = await import('./features/billing/billing.mail.tsx');
    return { subject: mail.purchaseWaitingSubject, Body: mail.PurchaseWaitingMail };
  },
  payment_failed: async () => {
    const mail = await import('./features/billing/billing.mail.tsx');
    return { subject: mail.paymentFailedSubject, Body: mail.PaymentFailedMail };
  },
  plan_ended: async () => {
    const mail = await import('./features/billing/billing.mail.tsx');
    return { subject: mail.planEndedSubject, Body: mail.PlanEndedMail };
  },
  notification: async () => {
    const mail = await import('./features/notifications/notifications.mail.tsx');
    return { subject: mail.notificationSubject, Body: mail.NotificationMail };
  },
  contact: async () => {
    const mail = await import('./features/site/site.mail.tsx');
    return { subject: mail.contactSubject, Body: mail.ContactMail };
  },
  demo_request: async () => {
    const mail = await import('./features/site/site.mail.tsx');
    return { subject: mail.demoRequestSubject, Body: mail.DemoRequestMail };
  },
  demo_booking: async () => {
    const mail = await import('./features/site/site.mail.tsx');
    return { subject: mail.demoBookingSubject, Body: mail.DemoBookingMail };
  },
  demo_notice: async () => {
    const mail = await import('./features/site/site.mail.tsx');
    return { subject: mail.demoNoticeSubject, Body: mail.DemoNoticeMail };
  },
  session: async () => {
    const mail = await import('./features/calendar/calendar.mail.tsx');
    return { subject: mail.sessionSubject, Body: mail.SessionMail };
  },
} satisfies Record<string, () => Promise<Template>>;

export type TemplateName = keyof typeof TEMPLATES;

const isTemplateName = (name: string): name is TemplateName => Object.hasOwn(TEMPLATES, name);

/** Renders a template to HTML and plain text. Fails for a name that no template has. */
export async function renderMail(
  name: string,
  props: MailProps,
  productName: string,
): Promise<Omit<RenderedMail, 'to' | 'attachments'>> {
  if (!isTemplateName(name)) throw new Error(`there is no mail template "${name}"`);
  const [{ createElement }, { render }, template] = await Promise.all([
    import('react'),
    import('@react-email/render'),
    TEMPLATES[name]() as Promise<{ subject: (props: MailProps) => string; Body: ComponentType<MailProps> }>,
  ]);
  const given = { ...props, productName };
  const element = createElement(template.Body, given);
  const [html, text] = await Promise.all([render(element), render(element, { plainText: true })]);
  return { subject: template.subject(given), html, text };
}
