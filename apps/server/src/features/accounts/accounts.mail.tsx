import { MailButton, MailLayout, MailText } from '../../platform/mail/layout.tsx';

/** Operators' actions on an account that the person is mailed about. */
export type AccountEvent =
  | 'second_step_reset'
  | 'sessions_ended'
  | 'plan_changed'
  | 'subscription_changed'
  | 'grace_extended'
  | 'refunded'
  | 'export_asked'
  | 'erasure_asked'
  | 'erasure_cancelled';

type Notice = { subject: string; text: string };

const NOTICES: Record<AccountEvent, Notice> = {
  second_step_reset: {
    subject: 'Two-factor sign-in is off',
    text: 'Our support team turned off two-factor sign-in for your account and signed you out everywhere. Sign in with your password and turn it back on in your settings.',
  },
  sessions_ended: {
    subject: 'You were signed out',
    text: 'Our support team signed you out everywhere. Sign in again to continue.',
  },
  plan_changed: {
    subject: 'Your plan was changed',
    text: 'Our support team changed your plan at no charge.',
  },
  subscription_changed: {
    subject: 'Your plan was changed',
    text: 'Our support team changed your subscription plan.',
  },
  grace_extended: {
    subject: 'You have more time to update your payment',
    text: 'Our support team gave you more time to update your payment. You keep your plan until then.',
  },
  refunded: {
    subject: 'Your payments were refunded',
    text: 'Our support team refunded your payments and ended your subscription. The money should reach your bank within a few days.',
  },
  export_asked: {
    subject: 'A copy of your data is being prepared',
    text: 'As you asked, our support team is preparing a copy of your data. Only you can download it. You will get another email once it is ready.',
  },
  erasure_asked: {
    subject: 'Your account will be deleted',
    text: 'As you asked, our support team will delete your account and your data. Reply to this email to keep it.',
  },
  erasure_cancelled: {
    subject: 'Your account will not be deleted',
    text: 'We canceled the deletion of your account. No data was deleted.',
  },
};

type AccountNoticeProps = Record<'productName' | 'event' | 'name' | 'reason' | 'detail' | 'url', string>;

const isEvent = (event: string): event is AccountEvent => event in NOTICES;

function noticeOf(event: string): Notice {
  if (!isEvent(event)) throw new Error(`there is no notice about "${event}"`);
  return NOTICES[event];
}

export const accountNoticeSubject = ({ event }: AccountNoticeProps) => noticeOf(event).subject;

/** Mails a person what an operator did with their account, and why. `detail` is a date, an amount or empty. */
export function AccountNoticeMail({ productName, event, name, reason, detail, url }: AccountNoticeProps) {
  const { subject, text } = noticeOf(event);
  return (
    <MailLayout productName={productName} preview={`${subject}.`}>
      <MailText>Hello {name},</MailText>
      <MailText>{text}</MailText>
      {detail && <MailText>{detail}</MailText>}
      {reason && (
        <MailText>
          <span style={{ whiteSpace: 'pre-line' }}>{reason}</span>
        </MailText>
      )}
      <MailText muted>Reply to this email if you did not expect it.</MailText>
      <MailButton href={url}>Go to sign in</MailButton>
    </MailLayout>
  );
}
