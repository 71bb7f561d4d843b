import { Link } from '@react-email/components';
import { MailButton, MailLayout, MailText } from '../../platform/mail/layout.tsx';

type SessionMailProps = Record<
  | 'productName'
  | 'what'
  | 'name'
  | 'coachName'
  | 'sessionType'
  | 'when'
  | 'more'
  | 'location'
  | 'meetingUrl'
  | 'reason'
  | 'url'
  | 'button',
  string
>;

const LEAD: Record<string, (props: SessionMailProps) => string> = {
  scheduled: ({ sessionType, coachName, when }) => `${sessionType} with ${coachName}: ${when}.`,
  changed: ({ sessionType, coachName, when }) => `${sessionType} with ${coachName} has changed: ${when}.`,
  cancelled: ({ sessionType, coachName, when }) => `${sessionType} with ${coachName} on ${when} is canceled.`,
  reminder: ({ sessionType, coachName, when }) => `Soon: ${sessionType} with ${coachName}, ${when}.`,
};
const leadOf = (props: SessionMailProps) => LEAD[props.what]?.(props) ?? props.when;

export const sessionSubject = (props: SessionMailProps) => leadOf(props).replace(/\.$/, '');

export function SessionMail(props: SessionMailProps) {
  const cancelled = props.what === 'cancelled';
  return (
    <MailLayout productName={props.productName} preview={leadOf(props)}>
      <MailText>Hello {props.name},</MailText>
      <MailText>{leadOf(props)}</MailText>
      {props.more && <MailText>{props.more}</MailText>}
      {props.location && !cancelled && (
        <MailText>
          <strong>Where:</strong> {props.location}
        </MailText>
      )}
      {props.meetingUrl && !cancelled && (
        <MailText>
          <strong>Join the meeting:</strong> <Link href={props.meetingUrl}>{props.meetingUrl}</Link>
        </MailText>
      )}
      {props.reason && <MailText>{props.reason}</MailText>}
      {props.what !== 'reminder' && (
        <MailText>
          {cancelled
            ? 'Open the attached file to remove it from your calendar.'
            : 'Open the attached file to add it to your calendar.'}
        </MailText>
      )}
      <MailButton href={props.url}>{props.button}</MailButton>
    </MailLayout>
  );
}
