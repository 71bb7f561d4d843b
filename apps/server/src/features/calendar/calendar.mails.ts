import { defineMail } from '../../platform/mail/mail.ts';

export const sessionMail = defineMail('session', async () => {
  const { sessionSubject: subject, SessionMail: Body } = await import('./calendar.mail.tsx');
  return { subject, Body };
});
