import { MailLayout, MailLink, MailText } from '../../platform/mail/layout.tsx';

/** Paragraphs of a text that a coach wrote. */
function Written({ text }: { text: string }) {
  return text.split(/\n{2,}/).map((paragraph, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes, and paragraphs can repeat in it.
    <MailText key={index}>
      <span style={{ whiteSpace: 'pre-line' }}>{paragraph}</span>
    </MailText>
  ));
}

type FlowMailProps = Record<'productName' | 'subject' | 'text' | 'coachName' | 'stopUrl', string>;

export const flowSubject = ({ subject }: { subject: string }) => subject;

export function FlowMail({ productName, subject, text, coachName, stopUrl }: FlowMailProps) {
  return (
    <MailLayout productName={productName} preview={subject}>
      <Written text={text} />
      <MailText muted>
        {coachName} wrote this, and {productName} sent it automatically. Replies go to {coachName}.
      </MailText>
      <MailText muted>
        <MailLink href={stopUrl}>Stop automatic emails from {coachName}</MailLink>
      </MailText>
    </MailLayout>
  );
}

type FlowTestProps = Record<'productName' | 'flowName' | 'place' | 'subject' | 'text', string>;

export const flowTestSubject = ({ flowName, place, subject }: Pick<FlowTestProps, 'flowName' | 'place' | 'subject'>) =>
  `Test of “${flowName}”, ${place}: ${subject}`;

/** Only the coach gets it. */
export function FlowTestMail({ productName, flowName, place, subject, text }: FlowTestProps) {
  return (
    <MailLayout productName={productName} preview={subject}>
      <MailText muted>
        This is a test of “{flowName}”, {place}. Only you got it.
      </MailText>
      <Written text={text} />
    </MailLayout>
  );
}
