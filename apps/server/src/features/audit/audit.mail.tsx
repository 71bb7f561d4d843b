import { MailButton, MailLayout, MailText } from '../../platform/mail/layout.tsx';

type AuditHeadMailProps = Record<
  'productName' | 'chains' | 'entries' | 'carried' | 'problems' | 'head' | 'url',
  string
>;

export const auditHeadSubject = ({ productName, problems }: AuditHeadMailProps) =>
  problems === '0' ? `${productName}: the audit log is intact` : `${productName}: the audit log was changed`;

/** Mails the result of an audit log check, so that it is kept outside the database. */
export function AuditHeadMail({ productName, chains, entries, carried, problems, head, url }: AuditHeadMailProps) {
  const result =
    problems === '0'
      ? 'Nothing was changed or removed.'
      : `Problems found: ${problems}. Run npm run audit:verify to see where.`;
  return (
    <MailLayout productName={productName} preview={result}>
      <MailText>
        The audit log has {entries} entries in {chains} chains.
      </MailText>
      <MailText>{result}</MailText>
      {carried !== '0' && <MailText>Entries from before the log had a key: {carried}</MailText>}
      {head && (
        <MailText>
          Keep this email. To compare the log with it later, run: npm run audit:verify -- --head {head}
        </MailText>
      )}
      <MailButton href={url}>Open the audit log</MailButton>
    </MailLayout>
  );
}
