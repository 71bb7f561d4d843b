import { defineMail } from '../../platform/mail/mail.ts';

export const verificationMail = defineMail('verification', async () => {
  const { verificationSubject: subject, VerificationMail: Body } = await import('./identity.mail.tsx');
  return { subject, Body, secrets: ['url'] };
});
export const accountExistsMail = defineMail('account_exists', async () => {
  const { accountExistsSubject: subject, AccountExistsMail: Body } = await import('./identity.mail.tsx');
  return { subject, Body };
});
export const resetMail = defineMail('reset', async () => {
  const { resetSubject: subject, ResetMail: Body } = await import('./identity.mail.tsx');
  return { subject, Body, secrets: ['url'] };
});
export const signInCodeMail = defineMail('sign_in_code', async () => {
  const { signInCodeSubject: subject, SignInCodeMail: Body } = await import('./identity.mail.tsx');
  return { subject, Body, secrets: ['code'] };
});
export const signInLinkMail = defineMail('sign_in_link', async () => {
  const { signInLinkSubject: subject, SignInLinkMail: Body } = await import('./identity.mail.tsx');
  return { subject, Body, secrets: ['url'] };
});
export const emailChangeMail = defineMail('email_change', async () => {
  const { emailChangeSubject: subject, EmailChangeMail: Body } = await import('./identity.mail.tsx');
  return { subject, Body, secrets: ['url'] };
});
export const securityNoticeMail = defineMail('security_notice', async () => {
  const { securityNoticeSubject: subject, SecurityNoticeMail: Body } = await import('./identity.mail.tsx');
  return { subject, Body };
});
