import type { OwnSender } from '@stridewell/contract/domains/domains';
import type { DomainProblem, DomainStatus } from '@stridewell/contract/domains/domains.rules';
import type { DkimState, SpfState } from '@stridewell/contract/domains/domains.senders.rules';

export const STATUS_TEXTS: Record<DomainStatus, { label: string; color?: string }> = {
  waiting: { label: 'Waiting for DNS', color: 'gray' },
  verified: { label: 'Verified' },
  failing: { label: 'Records missing', color: 'yellow' },
};

/** Explains the result of the latest check, with advice. */
export const PROBLEM_TEXTS: Record<DomainProblem, string> = {
  no_ownership: 'The TXT record was not found. New records can take up to an hour to appear.',
  other_ownership: 'The TXT record has another value. Copy the value below.',
  no_address: 'The domain has no CNAME record yet. Add the one below.',
  other_address:
    'The domain leads to another server. Remove its other A, AAAA and CNAME records, and add the one below.',
  unreachable: 'The DNS servers of this domain did not answer. Please try again later.',
  moved: 'Another account proved that it owns this domain. If it is yours, set the TXT record to the value below.',
};

const NOT_FOUND = 'This record was not found. New records can take up to an hour to appear.';

/** Advice after a check that did not find the record. */
export const dkimText = (state: DkimState): string | undefined => DKIM_TEXTS[state];
const DKIM_TEXTS: Partial<Record<DkimState, string>> = {
  missing: NOT_FOUND,
  other_key: 'The record has another value. Copy the value below.',
  revoked: 'The record has no key. Copy the value below.',
  several: 'There are several records with this name. Keep only the one below.',
};

/** Until a record was found, also the advice for a domain that has an SPF record already. */
export const spfPurpose = ({ state, include }: OwnSender['spf']): string =>
  state === 'unchecked' || state === 'missing'
    ? `Allows our mail servers. A domain has one SPF record: if you have one already, add ${include} to it instead.`
    : 'Allows our mail servers';

export function spfText({ state, include }: OwnSender['spf']): string | undefined {
  const texts: Partial<Record<SpfState, string>> = {
    missing: NOT_FOUND,
    no_include: `Your SPF record does not have our mail servers yet. Add ${include} to it, in front of its last part.`,
    several: 'Your domain has several SPF records, so mail servers accept none of them. Combine them into one.',
    alias: 'This name has a CNAME record, so it can have no SPF record. Choose an address at another name.',
  };
  return texts[state];
}
