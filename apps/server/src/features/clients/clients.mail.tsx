import { MailButton, MailLayout, MailText } from '../../platform/mail/layout.tsx';

export const invitationSubject = ({ coachName }: { coachName: string }) => `${coachName} invites you to train together`;

export function InvitationMail(props: { productName: string; coachName: string; clientName: string; url: string }) {
  return (
    <MailLayout productName={props.productName} preview={`${props.coachName} would like to be your coach.`}>
      <MailText>Hello {props.clientName},</MailText>
      <MailText>
        {props.coachName} would like to coach you on {props.productName}. Accept with your name and a password. The
        questions that follow take about five minutes, and you can answer them later.
      </MailText>
      <MailButton href={props.url}>Accept the invitation</MailButton>
      <MailText muted>
        The link works for 14 days. If you do not know {props.coachName}, you can ignore this email.
      </MailText>
    </MailLayout>
  );
}
