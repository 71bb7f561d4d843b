import { isWithin, readDomain } from './domains.rules.ts';

/** Longest email address. */
export const ADDRESS_CHARACTERS = 254;
/** Longest text that is read as an address. A domain in another script gets longer in DNS. */
export const ADDRESS_INPUT_CHARACTERS = 320;
const MAILBOX_CHARACTERS = 64;
/** Narrower than mail allows: no quotes, no characters that a header or a mail program could read in another way. */
const MAILBOX = /^[a-z0-9]+(?:[._+-][a-z0-9]+)*$/;

/** Mailboxes that people and mail servers take for the owner of a domain (RFC 2142). */
const SYSTEM_MAILBOXES = new Set(
  'postmaster abuse hostmaster webmaster mailer-daemon root security noc administrator admin'.split(' '),
);

/** Why a text cannot be a sender address. */
export const ADDRESS_PROBLEMS = {
  format: 'Please enter an address like hello@example.com',
  mailbox: 'This name is reserved for the owner of the domain. Please enter another one, like hello@example.com',
} as const;
export type AddressProblem = keyof typeof ADDRESS_PROBLEMS;

/** Reads an address as people type it, in capitals or another script. The domain gets the form that DNS uses. */
export function readSenderAddress(text: string): { address: string; domain: string } | { problem: AddressProblem } {
  const at = text.lastIndexOf('@');
  const mailbox = text.slice(0, Math.max(at, 0)).trimStart().toLowerCase();
  const typed = text.slice(at + 1).trimEnd();
  // A domain alone may have a scheme and a port.
  const read = text.length > ADDRESS_INPUT_CHARACTERS || /[:/]/.test(typed) ? null : readDomain(typed);
  if (!read || 'problem' in read || !MAILBOX.test(mailbox) || mailbox.length > MAILBOX_CHARACTERS) {
    return { problem: 'format' };
  }
  const { domain } = read;
  const address = `${mailbox}@${domain}`;
  if (address.length > ADDRESS_CHARACTERS) return { problem: 'format' };
  return SYSTEM_MAILBOXES.has(mailbox) ? { problem: 'mailbox' } : { address, domain };
}

/**
 * Whether mails may come from an address at `sender` once `domain` is verified: the domain itself, a name below it, or
 * a name above it, because a domain with a CNAME record has no other records. The record of the key proves the name.
 */
export const isSenderOf = (sender: string, domain: string): boolean =>
  isWithin(sender, domain) || isWithin(domain, sender);

/** Whether the latest check found the SPF record. `alias`: the name has a CNAME record, so it can have no other one. */
export const SPF_STATES = ['unchecked', 'found', 'missing', 'no_include', 'several', 'alias'] as const;
export type SpfState = (typeof SPF_STATES)[number];

/** Whether the latest check found the record with the key of DKIM. */
export const DKIM_STATES = ['unchecked', 'found', 'missing', 'other_key', 'revoked', 'several'] as const;
export type DkimState = (typeof DKIM_STATES)[number];
