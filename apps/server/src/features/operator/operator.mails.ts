import { defineMail } from '../../platform/mail/mail.ts';

export const coachDecisionMail = defineMail('coach-decision', async () => {
  const { coachDecisionSubject: subject, CoachDecisionMail: Body } = await import('./operator.mail.tsx');
  return { subject, Body };
});

export const operatorInvitationMail = defineMail('operator-invitation', async () => {
  const { operatorInvitationSubject: subject, OperatorInvitationMail: Body } = await import('./operator.mail.tsx');
  return { subject, Body, secrets: ['url'] };
});
