import { MailButton, MailLayout, MailText } from '../../platform/mail/layout.tsx';

type LinkMail = { productName: string; name: string; url: string };

export const verificationSubject = ({ productName }: { productName: string }) => `Verify your email for ${productName}`;

export function VerificationMail({ productName, name, url }: LinkMail) {
  return (
    <MailLayout productName={productName} preview="One click and your account is ready.">
      <MailText>Hello {name},</MailText>
      <MailText>Please confirm that this is your email address.</MailText>
      <MailButton href={url}>Verify my email</MailButton>
      <MailText muted>The link works for 24 hours. If you did not sign up, you can ignore this email.</MailText>
    </MailLayout>
  );
}

export const accountExistsSubject = ({ productName }: { productName: string }) =>
  `You already have a ${productName} account`;

export function AccountExistsMail({ productName, name, url }: LinkMail) {
  return (
    <MailLayout productName={productName} preview="Sign in with your password, or choose a new one.">
      <MailText>Hello {name},</MailText>
      <MailText>
        A sign-up with this email address was just attempted. If it was you, sign in instead: you already have an
        account.
      </MailText>
      <MailButton href={url}>Go to sign in</MailButton>
      <MailText muted>
        If you do not remember your password, choose "Forgot password?" on the sign-in page. If it was not you, you can
        ignore this email: nothing was changed.
      </MailText>
    </MailLayout>
  );
}

export const resetSubject = ({ productName }: { productName: string }) => `Reset your ${productName} password`;

export function ResetMail({ productName, name, url }: LinkMail) {
  return (
    <MailLayout productName={productName} preview="Choose a new password.">
      <MailText>Hello {name},</MailText>
      <MailText>We received a request to reset your password. Choose a new one here:</MailText>
      <MailButton href={url}>Choose a new password</MailButton>
      <MailText muted>
        The link works once, for one hour. If this was not you, ignore this email: your password has not changed.
      </MailText>
    </MailLayout>
  );
}

type CodeMail = { productName: string; name: string; code: string };

export const signInCodeSubject = ({ productName }: { productName: string }) => `Your ${productName} sign-in code`;

export function SignInCodeMail({ productName, name, code }: CodeMail) {
  return (
    <MailLayout productName={productName} preview="Enter it on the sign-in page.">
      <MailText>Hello {name},</MailText>
      <MailText>
        Your sign-in code is <strong>{code}</strong>.
      </MailText>
      <MailText muted>
        It works once, for ten minutes. We never call or write to ask for it. If you did not request it, you can ignore
        this email.
      </MailText>
    </MailLayout>
  );
}

export const signInLinkSubject = ({ productName }: { productName: string }) => `Sign in to ${productName}`;

export function SignInLinkMail({ productName, name, url }: LinkMail) {
  return (
    <MailLayout productName={productName} preview="One click, no password.">
      <MailText>Hello {name},</MailText>
      <MailText>Use this link to sign in:</MailText>
      <MailButton href={url}>Sign in</MailButton>
      <MailText muted>
        The link works once, for 15 minutes. If you did not request it, you can ignore this email.
      </MailText>
    </MailLayout>
  );
}

export const emailChangeSubject = ({ productName }: { productName: string }) =>
  `Confirm your new ${productName} address`;

export function EmailChangeMail({ productName, name, url }: LinkMail) {
  return (
    <MailLayout productName={productName} preview="One click and you sign in with this address.">
      <MailText>Hello {name},</MailText>
      <MailText>You asked to use this email address from now on. Please confirm that it is yours.</MailText>
      <MailButton href={url}>Use this address</MailButton>
      <MailText muted>
        The link works for 24 hours. Until then you sign in with the old address. If you did not ask for this, you can
        ignore this email.
      </MailText>
    </MailLayout>
  );
}

type Notice = { subject: string; text: string };

const NOTICES: Record<string, Notice> = {
  two_factor_on: {
    subject: 'Two-factor sign-in is on',
    text: 'From now on you sign in with your password and a code from your authenticator app.',
  },
  two_factor_off: {
    subject: 'Two-factor sign-in is off',
    text: 'From now on your password alone is enough to sign in.',
  },
  recovery_codes_renewed: {
    subject: 'You have new recovery codes',
    text: 'The recovery codes you had before no longer work.',
  },
  second_step_locked: {
    subject: 'Two-factor sign-in is locked',
    text: 'Ten wrong codes were entered to sign in to your account, so no code works for the next 15 minutes. Codes are asked for only after your password or a mailed sign-in.',
  },
  password_changed: { subject: 'Your password was changed', text: 'Sign in with the new password from now on.' },
  email_change_asked: {
    subject: 'A new address for your account',
    text: 'You asked to sign in with another email address. It takes effect once you confirm it from there.',
  },
  passkey_added: {
    subject: 'A passkey was added to your account',
    text: 'You can now sign in with it on the device or in the password manager where it is saved.',
  },
  passkey_removed: {
    subject: 'A passkey was removed from your account',
    text: 'It no longer signs in. You can delete it from your device as well.',
  },
  phone_added: {
    subject: 'A phone number was added to your account',
    text: 'You can now sign in with a code that we text to this number.',
  },
  phone_removed: {
    subject: 'A phone number was removed from your account',
    text: 'Codes are no longer texted to this number.',
  },
  provider_added: {
    subject: 'Another sign-in was connected to your account',
    text: 'You can now sign in with an account from another service. Your settings under Security show which one.',
  },
  provider_removed: {
    subject: 'A sign-in was disconnected from your account',
    text: 'The account from the other service no longer signs in here.',
  },
  account_deleted: {
    subject: 'Your account is deleted',
    text: 'You can no longer sign in, and your details are gone. Thank you for your time with us.',
  },
};

type NoticeMail = { productName: string; name: string; event: string; url: string };

const noticeOf = (event: string): Notice => {
  const notice = NOTICES[event];
  if (!notice) throw new Error(`there is no notice about "${event}"`);
  return notice;
};

export const securityNoticeSubject = ({ event }: { event: string }) => noticeOf(event).subject;

export function SecurityNoticeMail({ productName, name, event, url }: NoticeMail) {
  const { subject, text } = noticeOf(event);
  return (
    <MailLayout productName={productName} preview={`${subject}.`}>
      <MailText>Hello {name},</MailText>
      <MailText>{text}</MailText>
      {event !== 'account_deleted' && (
        <>
          <MailText muted>
            If it was not you, choose a new password at once with "Forgot password?" on the sign-in page, and sign out
            everywhere else in your settings.
          </MailText>
          <MailButton href={url}>Go to sign in</MailButton>
        </>
      )}
    </MailLayout>
  );
}
