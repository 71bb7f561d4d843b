import { MailButton, MailLayout, MailText } from '../../platform/mail/layout.tsx';

type LinkMail = { productName: string; name: string; url: string };

export const verificationSubject = ({ productName }: { productName: string }) => `Verify your email for ${productName}`;

export function VerificationMail({ productName, name, url }: LinkMail) {
  return (
    <MailLayout productName={productName} preview="One click and your account is ready.">
      <MailText>Hello {name},</MailText>
      <MailText>Please confirm that this is your email address.</MailText>
      <MailButton href={url}>Verify my email</MailButton>
      <MailText muted>The link works for 24 hours. If you did not sign up, you can ignore this mail.</MailText>
    </MailLayout>
  );
}

export const resetSubject = ({ productName }: { productName: string }) => `Reset your ${productName} password`;

export function ResetMail({ productName, name, url }: LinkMail) {
  return (
    <MailLayout productName={productName} preview="Choose a new password.">
      <MailText>Hello {name},</MailText>
      <MailText>Somebody, probably you, asked for a new password. Choose it here:</MailText>
      <MailButton href={url}>Choose a new password</MailButton>
      <MailText muted>
        The link works for one hour and once. If it was not you, your password stays as it is and you can ignore this
        mail.
      </MailText>
    </MailLayout>
  );
}
