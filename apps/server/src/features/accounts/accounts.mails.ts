import { defineMail } from '../../platform/mail/mail.ts';

export const accountNoticeMail = defineMail('account-notice', async () => {
  const { accountNoticeSubject: subject, AccountNoticeMail: Body } = await import('./accounts.mail.tsx');
  return { subject, Body };
});
