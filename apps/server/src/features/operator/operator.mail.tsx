import { OPERATOR_INVITATION_DAYS } from '@stridewell/contract/operator/operator.rules';
import { MailButton, MailLayout, MailText } from '../../platform/mail/layout.tsx';

type CoachDecisionMailProps = Record<'productName' | 'decision' | 'name' | 'reason' | 'url', string>;

const SUBJECTS: Record<string, (productName: string) => string> = {
  approve: (productName) => `Welcome to ${productName}: your coach profile is approved`,
  reject: (productName) => `Your application as a coach at ${productName}`,
  ask: (productName) => `A question about your coach profile at ${productName}`,
  suspend: (productName) => `Your coach profile at ${productName} is suspended`,
  reinstate: (productName) => `Your coach profile at ${productName} was reinstated`,
};
const TEXTS: Record<string, string> = {
  approve: 'Your coach profile is approved. Sign in to add your first client.',
  reject: 'We reviewed your coach profile and cannot approve it.',
  ask: 'We reviewed your coach profile and have a question before we can approve it.',
  suspend:
    'Your coach profile is suspended, so you cannot work with clients for now. Your data and the data of your clients are kept.',
  reinstate: 'Your coach profile was reinstated. Sign in to pick up where you left off.',
};

export const coachDecisionSubject = ({ decision, productName }: CoachDecisionMailProps) =>
  SUBJECTS[decision]?.(productName) ?? productName;

/** Mails a coach an operator's decision. */
export function CoachDecisionMail({ productName, decision, name, reason, url }: CoachDecisionMailProps) {
  const opens = decision === 'approve' || decision === 'reinstate';
  return (
    <MailLayout productName={productName} preview={TEXTS[decision] ?? ''}>
      <MailText>Hello {name},</MailText>
      <MailText>{TEXTS[decision]}</MailText>
      {reason && (
        <MailText>
          <span style={{ whiteSpace: 'pre-line' }}>{reason}</span>
        </MailText>
      )}
      {opens ? <MailButton href={url}>Sign in</MailButton> : <MailText muted>You can reply to this email.</MailText>}
    </MailLayout>
  );
}

type OperatorInvitationMailProps = Record<'productName' | 'inviter' | 'role' | 'may' | 'url', string>;

export const operatorInvitationSubject = ({ inviter, productName }: Omit<OperatorInvitationMailProps, 'url'>) =>
  `${inviter} invites you to run ${productName}`;

/** Invites a person to the operators' console. */
export function OperatorInvitationMail({ productName, inviter, role, may, url }: OperatorInvitationMailProps) {
  return (
    <MailLayout productName={productName} preview={`Join the operators of ${productName}.`}>
      <MailText>
        {inviter} invites you to become an operator of {productName}, with the role {role}.
      </MailText>
      <MailText>Access: {may}</MailText>
      <MailButton href={url}>Accept the invitation</MailButton>
      <MailText muted>
        The link works once, for {OPERATOR_INVITATION_DAYS} days. If you did not expect this, ignore this email.
      </MailText>
    </MailLayout>
  );
}
