import type { OwnSender } from '@stridewell/contract/domains/domains';
import type { DkimState, SpfState } from '@stridewell/contract/domains/domains.senders.rules';
import type { Env } from '../../env.ts';
import type { DomainRow } from './domains.data.ts';
import { recordOf } from './domains.rules.ts';
import type { SenderRow } from './domains.senders.data.ts';

type MailEnv = Pick<Env, 'MAIL_SPF_INCLUDE'>;

const plain = (name: string): string => name.toLowerCase().replace(/\.$/, '');
/** A name that DNS can be asked about. SPF records may contain macros. */
const NAME = /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z0-9-]{2,63}$/;
/** A domain has up to 127 labels, and each name is asked separately. */
const MOST_DMARC_NAMES = 4;
const isSpf = (text: string): boolean => /^v=spf1(?: |$)/i.test(text);

/** The part of an SPF record that decides about us. */
type SpfPolicy = { includes: readonly string[]; redirect: string | null };

/** Reads an SPF record (RFC 7208). Receivers ignore what follows `all`, and then a redirect, too. */
function readSpf(record: string): SpfPolicy {
  const terms = record.split(' ').slice(1).filter(Boolean);
  const all = terms.findIndex((term) => /^[+\-~?]?all$/i.test(term));
  const evaluated = all === -1 ? terms : terms.slice(0, all);
  const includes = evaluated.flatMap((term) => /^\+?include:(.+)$/i.exec(term)?.[1] ?? []);
  const redirects = terms.flatMap((term) => /^redirect=(.+)$/i.exec(term)?.[1] ?? []).map(plain);
  const [redirect = ''] = all === -1 && redirects.length === 1 ? redirects : [];
  return { includes: includes.map(plain), redirect: NAME.test(redirect) ? redirect : null };
}

/**
 * Whether the TXT records of a domain allow the mail servers of `include`, and the domain to which the SPF record leads
 * instead, whose records then decide.
 */
export function spfOf(texts: readonly string[], include: string): { state: SpfState; redirect: string | null } {
  const [record, ...others] = texts.filter(isSpf);
  if (record === undefined) return { state: 'missing', redirect: null };
  // Receivers treat two records as an error.
  if (others.length > 0) return { state: 'several', redirect: null };
  const { includes, redirect } = readSpf(record);
  const isAllowed = includes.includes(plain(include)) || redirect === plain(include);
  return isAllowed ? { state: 'found', redirect: null } : { state: 'no_include', redirect };
}

/** The tags of a DKIM record (RFC 6376), without white space. */
function readTags(record: string): Map<string, string> {
  const tags = record.split(';').map((tag) => {
    const [name = '', ...value] = tag.split('=');
    return [name.trim().toLowerCase(), value.join('=').replace(/\s/g, '')] as const;
  });
  return new Map(tags.filter(([name]) => name !== ''));
}

/** Whether receivers can check our signatures with the TXT records at the name of the key. */
export function dkimOf(texts: readonly string[], publicKey: string): DkimState {
  const [record, ...others] = texts.map(readTags).filter((tags) => tags.has('p'));
  if (!record) return 'missing';
  if (others.length > 0) return 'several';
  if (record.get('p') === '') return 'revoked';
  const allows = (tag: string, value: string) => {
    const values = record.get(tag)?.toLowerCase().split(':');
    return values === undefined || values.includes(value) || (tag === 's' && values.includes('*'));
  };
  const isUsable = allows('v', 'dkim1') && allows('k', 'rsa') && allows('h', 'sha256') && allows('s', 'email');
  return isUsable && record.get('p') === publicKey ? 'found' : 'other_key';
}

export const isDmarc = (text: string): boolean => /^v=DMARC1\s*(?:;|$)/i.test(text.trim());

/** The names at which receivers look for a DMARC record: the domain, and those above it. */
export function dmarcNames(domain: string): string[] {
  const labels = domain.split('.');
  const names = labels.slice(0, -1).map((_, from) => `_dmarc.${labels.slice(from).join('.')}`);
  return [...names.slice(0, 1), ...names.slice(1).slice(-(MOST_DMARC_NAMES - 1))];
}

export const selectorName = ({ selector, domain }: Pick<SenderRow, 'selector' | 'domain'>): string =>
  `${selector}._domainkey.${domain}`;

/** The sender address as the coach sees it; null without one, and where sender addresses are not offered. */
export function toOwnSender(
  row: SenderRow | undefined,
  domain: Pick<DomainRow, 'verifiedAt'> | undefined,
  { MAIL_SPF_INCLUDE: include }: MailEnv,
): OwnSender | null {
  if (!row || include === undefined) return null;
  const { address, waitingSince, spf, dkim, hasDmarc, isUnreachable, checkedAt, publicKey } = row;
  return {
    address,
    isReady: waitingSince === null && Boolean(domain?.verifiedAt),
    spf: {
      record: recordOf('TXT', row.domain, `v=spf1 include:${include} ~all`),
      include: `include:${include}`,
      state: spf,
    },
    dkim: { record: recordOf('TXT', selectorName(row), `v=DKIM1; k=rsa; p=${publicKey}`), state: dkim },
    hasDmarc,
    isUnreachable,
    checkedAt: checkedAt?.toISOString() ?? null,
  };
}
