import { OPERATOR_INVITATION_DAYS } from '@stridewell/contract/operator.rules';
import { MailButton, MailLayout, MailText } from '../../platform/mail/layout.tsx';

type CoachDecisionMailProps = Record<'productName' | 'decision' | 'name' | 'reason' | 'url', string>;

const SUBJECTS: Record<string, (productName: string) => string> = {
  approve: (productName) => `Welcome to ${productName}: your coach profile is approved`,
  reject: (productName) => `Your application as a coach at ${productName}`,
  ask: (productName) => `A question about your coach profile at ${productName}`,
  suspend: (productName) => `Your coach profile at ${productName} is suspended`,
  reinstate: (productName) => `Your coach profile at ${productName} is open again`,
};
const TEXTS: Record<string, string> = {
  approve: 'Your coach profile is approved. Sign in to add your first client.',
  reject: 'We have looked at your coach profile, and we cannot approve it.',
  ask: 'We have looked at your coach profile, and have a question before we can approve it.',
  suspend:
    'Your coach profile is suspended, so you cannot work with clients at the moment. Your data and that of your clients is kept.',
  reinstate: 'Your coach profile is open again. Sign in to continue where you stopped.',
};

export const coachDecisionSubject = ({ decision, productName }: CoachDecisionMailProps) =>
  SUBJECTS[decision]?.(productName) ?? productName;

/** What an operator decided about a coach. */
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
      {opens ? (
        <MailButton href={url}>Sign in</MailButton>
      ) : (
        <MailText muted>Reply to this email if you want to answer.</MailText>
      )}
    </MailLayout>
  );
}

type OperatorInvitationMailProps = Record<'productName' | 'inviter' | 'role' | 'may' | 'url', string>;

export const operatorInvitationSubject = ({ inviter, productName }: Omit<OperatorInvitationMailProps, 'url'>) =>
  `${inviter} invites you to run ${productName}`;

/** An invitation to the operators' console. */
export function OperatorInvitationMail({ productName, inviter, role, may, url }: OperatorInvitationMailProps) {
  return (
    <MailLayout productName={productName} preview={`Join the operators of ${productName}.`}>
      <MailText>
        {inviter} invites you to become an operator of {productName}, with the role {role}.
      </MailText>
      <MailText>What this role opens: {may}</MailText>
      <MailButton href={url}>Accept the invitation</MailButton>
      <MailText muted>
        The link works for {OPERATOR_INVITATION_DAYS} days and once. Did you not expect this? Then ignore this email.
      </MailText>
    </MailLayout>
  );
}
