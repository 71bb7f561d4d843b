/** Google ignores dots in the name of a mailbox. */
const GOOGLE = new Set(['gmail.com', 'googlemail.com']);

/**
 * Normalises the spellings of one mailbox, to count mails to it: lower case, no tag after a plus sign, no dots where
 * they make no difference. Do not send mail to the result.
 */
export function recipientKey(email: string): string {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at).replace(/(?<=.)\+.*$/, '');
  const domain = address.slice(at + 1);
  return GOOGLE.has(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`;
}
