/** Longest name of a domain, in the form that DNS uses. */
export const DOMAIN_CHARACTERS = 253;
/** Longest text that is read as a domain. A name in another script gets longer in DNS. */
export const DOMAIN_INPUT_CHARACTERS = 300;
/** Days for which a verified domain keeps working after its records have gone. */
export const GRACE_DAYS = 3;

/** Where the record of ownership stands: below the domain, because a name with a CNAME record has no other records. */
const OWNERSHIP_LABEL = '_coach-domain';
const OWNERSHIP_PREFIX = 'coach-domain=';

export const ownershipName = (domain: string): string => `${OWNERSHIP_LABEL}.${domain}`;
export const ownershipValue = (token: string): string => `${OWNERSHIP_PREFIX}${token}`;
/** Whether a TXT record claims a domain for an account. */
export const isOwnership = (text: string): boolean => text.startsWith(OWNERSHIP_PREFIX);

/**
 * `waiting`: not verified, so not served. `failing`: verified and served, but the latest check found records missing.
 */
export const DOMAIN_STATUSES = ['waiting', 'verified', 'failing'] as const;
export type DomainStatus = (typeof DOMAIN_STATUSES)[number];

/** The first thing that the latest check found wrong. */
export const DOMAIN_PROBLEMS = [
  'no_ownership',
  'other_ownership',
  'no_address',
  'other_address',
  'unreachable',
  'moved',
] as const;
export type DomainProblem = (typeof DOMAIN_PROBLEMS)[number];

/** Why a text cannot be a coach's domain. */
export const NAME_PROBLEMS = {
  format: 'Please enter a domain like portal.example.com',
  address: 'Please enter a domain and not an IP address',
  suffix: 'Please enter a domain that you own, like portal.example.com',
  length: `Please enter a domain of at most ${DOMAIN_CHARACTERS} characters`,
} as const;
export type NameProblem = keyof typeof NAME_PROBLEMS;

/** Top-level names that no public DNS has. `example` and `test` stay out of this list for trials. */
const PRIVATE_SUFFIXES = new Set(['localhost', 'local', 'localdomain', 'internal', 'intranet', 'lan', 'home', 'corp']);
const RESERVED_SUFFIXES = new Set(['invalid', 'onion', 'arpa', 'alt']);

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/** Signs that a URL gives a meaning, or ignores. */
function hasForeignSigns(text: string): boolean {
  if (/[\s/\\?#@%[\]<>^|"'`{},;=&+*!$()~_]/u.test(text)) return true;
  for (const sign of text) {
    const code = sign.codePointAt(0) ?? 0;
    if (code < 0x21 || code === 0x7f || code === 0xad || (code >= 0x200b && code <= 0x200f) || code === 0xfeff)
      return true;
  }
  return false;
}

/**
 * Reads a domain as people type or paste it: capitals, other scripts, a port, a trailing dot, `https://` and a trailing
 * slash are accepted. Gives the one form that DNS and the Host header use. The server also refuses public suffixes.
 */
export function readDomain(text: string): { domain: string } | { problem: NameProblem } {
  if (text.length > DOMAIN_INPUT_CHARACTERS) return { problem: 'length' };
  const typed = text
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/$/, '');
  if (/^\[?[\da-f]*:[\da-f:.]*:[\da-f:.]*\]?(?::\d+)?$/i.test(typed)) return { problem: 'address' };
  const name = typed.replace(/:\d{1,5}$/, '').replace(/[.。．。]$/u, '');
  if (name === '' || name.includes(':') || hasForeignSigns(name)) return { problem: 'format' };
  const url = `http://${name}/`;
  if (!URL.canParse(url)) return { problem: 'format' };
  const domain = new URL(url).hostname;
  if (IPV4.test(domain)) return { problem: 'address' };
  if (domain.length > DOMAIN_CHARACTERS) return { problem: 'length' };
  const labels = domain.split('.');
  const last = labels.at(-1) ?? '';
  if (!labels.every((label) => LABEL.test(label)) || /^\d+$/.test(last)) return { problem: 'format' };
  if (labels.length < 2) return { problem: 'suffix' };
  if (PRIVATE_SUFFIXES.has(last) || RESERVED_SUFFIXES.has(last)) return { problem: 'suffix' };
  return { domain };
}

/** The domain of a Host header; null for an address, a name without a dot and what no domain can be. */
export function domainOfHost(host: string): string | null {
  const read = readDomain(host);
  return 'domain' in read ? read.domain : null;
}

/** The name and all names below it. */
export const isWithin = (domain: string, parent: string): boolean => domain === parent || domain.endsWith(`.${parent}`);
