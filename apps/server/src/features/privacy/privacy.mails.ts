import { defineMail } from '../../platform/mail/mail.ts';

export const dataReadyMail = defineMail('data-ready', async () => {
  const { dataReadySubject: subject, DataReadyMail: Body } = await import('./privacy.mail.tsx');
  return { subject, Body };
});
