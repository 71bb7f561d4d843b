import { defineMail } from '../../platform/mail/mail.ts';

export const leadMail = defineMail('lead', async () => {
  const { leadSubject: subject, LeadMail: Body } = await import('./pipeline.mail.tsx');
  return { subject, Body };
});
