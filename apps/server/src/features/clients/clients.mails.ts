import { defineMail } from '../../platform/mail/mail.ts';

export const invitationMail = defineMail('invitation', async () => {
  const { invitationSubject: subject, InvitationMail: Body } = await import('./clients.mail.tsx');
  return { subject, Body, secrets: ['url'] };
});
