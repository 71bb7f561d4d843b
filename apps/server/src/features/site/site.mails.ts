import { defineMail } from '../../platform/mail/mail.ts';

export const contactMail = defineMail('contact', async () => {
  const { contactSubject: subject, ContactMail: Body } = await import('./site.mail.tsx');
  return { subject, Body };
});
export const demoRequestMail = defineMail('demo_request', async () => {
  const { demoRequestSubject: subject, DemoRequestMail: Body } = await import('./site.mail.tsx');
  return { subject, Body };
});
export const demoBookingMail = defineMail('demo_booking', async () => {
  const { demoBookingSubject: subject, DemoBookingMail: Body } = await import('./site.mail.tsx');
  return { subject, Body, secrets: ['url'] };
});
export const demoConfirmationMail = defineMail('demo_confirmation', async () => {
  const { demoConfirmationSubject: subject, DemoConfirmationMail: Body } = await import('./site.mail.tsx');
  return { subject, Body, secrets: ['url'] };
});
export const demoNoticeMail = defineMail('demo_notice', async () => {
  const { demoNoticeSubject: subject, DemoNoticeMail: Body } = await import('./site.mail.tsx');
  return { subject, Body };
});
