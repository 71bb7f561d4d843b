import { MailLayout, MailText } from '../../platform/mail/layout.tsx';

type LeadMailProps = Record<'productName' | 'subject' | 'text' | 'coachName', string>;

export const leadSubject = ({ subject }: { subject: string }) => subject;

/** A mail that a coach wrote to a lead. */
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
        {coachName} sent this with {productName}. Your answer goes to {coachName}.
      </MailText>
    </MailLayout>
  );
}
