import { MailLayout, MailText } from '../../platform/mail/layout.tsx';

type ContactReplyProps = Record<'productName' | 'name' | 'text' | 'quoted', string>;

export const contactReplySubject = ({ productName }: { productName: string }) => `Re: your message to ${productName}`;

const lines = (text: string) => <span style={{ whiteSpace: 'pre-line' }}>{text}</span>;

/** An operator's answer to a visitor, which quotes the visitor's message. */
export function ContactReplyMail({ productName, name, text, quoted }: ContactReplyProps) {
  return (
    <MailLayout productName={productName} preview={text.slice(0, 120)}>
      <MailText>Hello {name},</MailText>
      <MailText>{lines(text)}</MailText>
      <MailText muted>You can reply to this email.</MailText>
      {quoted && <MailText muted>You wrote: {lines(quoted)}</MailText>}
    </MailLayout>
  );
}
