import { defineMail } from '../../platform/mail/mail.ts';

export const auditHeadMail = defineMail('audit_head', async () => {
  const { auditHeadSubject: subject, AuditHeadMail: Body } = await import('./audit.mail.tsx');
  return { subject, Body };
});
