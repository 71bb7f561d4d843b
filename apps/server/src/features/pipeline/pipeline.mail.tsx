import { HOLD_MINUTES } from '@stridewell/contract/calendar/calendar.slots.rules';
import { MailButton, MailLayout, MailText } from '../../platform/mail/layout.tsx';

type LeadMailProps = Record<'productName' | 'subject' | 'text' | 'coachName', string>;

export const leadSubject = ({ subject }: { subject: string }) => subject;

/** A coach's mail to a lead. */
export function LeadMail({ productName, subject, text, coachName }: LeadMailProps) {
  const paragraphs = text.split(/\n{2,}/);
  return (
    <MailLayout productName={productName} preview={subject}>
      {paragraphs.map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes, and paragraphs can repeat in it.
        <MailText key={index}>
          <span style={{ whiteSpace: 'pre-line' }}>{paragraph}</span>
        </MailText>
      ))}
      <MailText muted>
        {coachName} sent this with {productName}. Replies go to {coachName}.
      </MailText>
    </MailLayout>
  );
}

type VisitConfirmationProps = Record<'productName' | 'what' | 'when' | 'url', string>;

export const visitConfirmationSubject = ({ what }: { what: string }) => `Confirm your time: ${what}`;

/** Contains no text of the visitor, because anyone may have typed the address. */
export function VisitConfirmationMail({ productName, what, when, url }: VisitConfirmationProps) {
  return (
    <MailLayout productName={productName} preview={`The time is held for ${HOLD_MINUTES} minutes.`}>
      <MailText>Please confirm your time.</MailText>
      <MailText>
        <strong>
          {what}: {when}
        </strong>
      </MailText>
      <MailText>It is held for {HOLD_MINUTES} minutes, then released.</MailText>
      <MailButton href={url}>Open and confirm</MailButton>
      <MailText muted>If you did not ask for this, ignore this email. Nothing is booked until you confirm.</MailText>
    </MailLayout>
  );
}
