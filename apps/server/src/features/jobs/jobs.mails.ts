import { defineMail } from '../../platform/mail/mail.ts';

export const alertMail = defineMail('alert', async () => {
  const { alertSubject: subject, AlertMail: Body } = await import('./jobs.mail.tsx');
  return { subject, Body };
});
