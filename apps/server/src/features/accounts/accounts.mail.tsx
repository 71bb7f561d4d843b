import { MailButton, MailLayout, MailText } from '../../platform/mail/layout.tsx';

/** What an operator did for an account. */
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
    text: 'Our support turned two-factor sign-in off for your account and signed you out everywhere. Sign in with your password, and turn it on again in your settings.',
  },
  sessions_ended: {
    subject: 'You were signed out',
    text: 'Our support signed your account out. Sign in again to continue.',
  },
  plan_changed: {
    subject: 'Your plan was changed',
    text: 'Our support changed your plan, free of charge.',
  },
  subscription_changed: {
    subject: 'Your plan was changed',
    text: 'Our support changed the plan of your subscription.',
  },
  grace_extended: {
    subject: 'You keep your plan for longer',
    text: 'Our support extended the time in which you can update your payment. You keep your plan until then.',
  },
  refunded: {
    subject: 'Your payments are refunded',
    text: 'Our support refunded your payments and ended your subscription. Your bank shows the money within a few days.',
  },
  export_asked: {
    subject: 'A copy of your data is being prepared',
    text: 'As you asked, our support started a copy of your data. Only you can download it. You will get another email once it is ready.',
  },
  erasure_asked: {
    subject: 'Your account will be deleted',
    text: 'As you asked, our support will delete your account and your details. Reply to this email to keep it.',
  },
  erasure_cancelled: {
    subject: 'Your account is kept',
    text: 'The deletion of your account was cancelled. Nothing was deleted.',
  },
};

type AccountNoticeProps = Record<'productName' | 'event' | 'name' | 'reason' | 'detail' | 'url', string>;

const isEvent = (event: string): event is AccountEvent => event in NOTICES;

function noticeOf(event: string): Notice {
  if (!isEvent(event)) throw new Error(`there is no notice about "${event}"`);
  return NOTICES[event];
}

export const accountNoticeSubject = ({ event }: AccountNoticeProps) => noticeOf(event).subject;

/** Tells a person what an operator did for their account, and why. `detail` is a date or an amount, or empty. */
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
