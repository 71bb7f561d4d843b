import { MailButton, MailLayout, MailLink, MailList, MailText } from '../../platform/mail/layout.tsx';

type DigestProps = Record<'productName' | 'name' | 'count' | 'lines' | 'url' | 'preferencesUrl', string>;

const countText = (count: string): string => (count === '1' ? '1 decision is' : `${count} decisions are`);

export const digestSubject = ({ count }: Pick<DigestProps, 'count'>) =>
  count === '0' ? 'Your Monday: no client needs you this week' : `Your Monday: ${countText(count)} ready`;

/** The decisions that are prepared for the coach, by name and without the reasons. */
export function DigestMail({ productName, name, count, lines, url, preferencesUrl }: DigestProps) {
  const isClear = count === '0';
  return (
    <MailLayout
      productName={productName}
      preview={isClear ? 'No client needs a decision from you this week.' : `${countText(count)} ready for you.`}
    >
      <MailText>Hello {name},</MailText>
      {isClear ? (
        <MailText>
          No client needs a decision from you this week. If that changes, you will find it on your Monday page.
        </MailText>
      ) : (
        <>
          <MailText>{countText(count)} ready for you. Each one takes a single key.</MailText>
          <MailList lines={lines.split('\n')} />
        </>
      )}
      <MailButton href={url}>{isClear ? 'Open your Monday page' : 'Decide now'}</MailButton>
      <MailText muted>
        We send this on Mondays. <MailLink href={preferencesUrl}>Change the hour or turn it off</MailLink>
      </MailText>
    </MailLayout>
  );
}
