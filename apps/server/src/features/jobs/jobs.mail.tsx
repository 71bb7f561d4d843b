import { MailButton, MailLayout, MailText } from '../../platform/mail/layout.tsx';

type AlertMailProps = Record<'productName' | 'label' | 'value' | 'threshold' | 'step' | 'url', string> & {
  /** The queues concerned, if any. */
  queues: string;
};

export const alertSubject = ({ productName, label, value, step }: AlertMailProps) =>
  step === 'begins'
    ? `${productName} needs attention. ${label}: ${value}`
    : `${productName} is back to normal. ${label}: ${value}`;

/** Mails operators that an alert's threshold was reached, or is no longer reached. */
export function AlertMail({ productName, label, value, threshold, step, url, queues }: AlertMailProps) {
  const text =
    step === 'begins'
      ? `This reached the threshold of ${threshold}. You will get another email when it is back to normal.`
      : `This is below the threshold of ${threshold} again.`;
  return (
    <MailLayout productName={productName} preview={text}>
      <MailText>
        {label}: {value}
      </MailText>
      {queues && <MailText>In: {queues}</MailText>}
      <MailText>{text}</MailText>
      <MailButton href={url}>Open jobs and email</MailButton>
    </MailLayout>
  );
}
