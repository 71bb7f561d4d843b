import type { DomainProblem, DomainStatus } from '@stridewell/contract/domains/domains.rules';

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
  moved: 'Another account proved that it owns this domain. If it is yours, update the TXT record and check again.',
};
