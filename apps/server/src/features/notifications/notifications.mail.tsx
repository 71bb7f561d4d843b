import { Link } from '@react-email/components';
import { MailButton, MailLayout, MailText } from '../../platform/mail/layout.tsx';

type NotificationProps = {
  productName: string;
  name: string;
  title: string;
  message: string;
  type: string;
  url: string;
  preferencesUrl: string;
};

export const notificationSubject = ({ title }: NotificationProps) => title;

export function NotificationMail({ productName, name, title, message, type, url, preferencesUrl }: NotificationProps) {
  const isMessage = type === 'message_received';
  return (
    <MailLayout productName={productName} preview={message}>
      <MailText>Hello {name},</MailText>
      <MailText>
        <strong>{title}</strong>
        <br />
        {message}
      </MailText>
      <MailButton href={url}>{isMessage ? 'Read and answer' : `Open in ${productName}`}</MailButton>
      <MailText muted>
        {isMessage && 'You get one email until you have read the conversation, however much is written. '}
        <Link href={preferencesUrl}>Choose what we email you</Link>
      </MailText>
    </MailLayout>
  );
}
