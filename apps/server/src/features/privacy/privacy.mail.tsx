import { MailButton, MailLayout, MailText } from '../../platform/mail/layout.tsx';

type DataReadyProps = Record<'productName' | 'name' | 'until' | 'url', string>;

export const dataReadySubject = () => 'The copy of your data is ready';

/** Links to the page with the copy of the person's data, and not to the copy itself. */
export function DataReadyMail({ productName, name, until, url }: DataReadyProps) {
  return (
    <MailLayout productName={productName} preview="You can download it now.">
      <MailText>Hello {name},</MailText>
      <MailText>The copy of your data is ready. Sign in to download it until {until}. Then it is deleted.</MailText>
      <MailText>It holds everything about you, so keep it in a safe place.</MailText>
      <MailButton href={url}>Go to your data</MailButton>
      <MailText muted>If you did not ask for it, change your password and reply to this email.</MailText>
    </MailLayout>
  );
}
