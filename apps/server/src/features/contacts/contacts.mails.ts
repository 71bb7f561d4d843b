import { defineMail } from '../../platform/mail/mail.ts';

export const contactReplyMail = defineMail('contact_reply', async () => {
  const { contactReplySubject: subject, ContactReplyMail: Body } = await import('./contacts.mail.tsx');
  return { subject, Body };
});
