import { defineMail } from '../../platform/mail/mail.ts';

export const visitConfirmationMail = defineMail('visit_confirmation', async () => {
  const { visitConfirmationSubject: subject, VisitConfirmationMail: Body } = await import('./pipeline.mail.tsx');
  return { subject, Body, secrets: ['url'] };
});

export const leadMail = defineMail('lead', async () => {
  const { leadSubject: subject, LeadMail: Body } = await import('./pipeline.mail.tsx');
  return { subject, Body };
});
