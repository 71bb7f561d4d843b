import { MailButton, MailLayout, MailLink, MailText } from '../../platform/mail/layout.tsx';

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
      <MailButton href={url}>{isMessage ? 'Read and reply' : `Open in ${productName}`}</MailButton>
      <MailText muted>
        {isMessage && 'We send one email for each conversation until you read it. '}
        <MailLink href={preferencesUrl}>Choose what we email you</MailLink>
      </MailText>
    </MailLayout>
  );
}
