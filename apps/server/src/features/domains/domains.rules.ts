import { isIPv6 } from 'node:net';
import type { DnsRecord, OwnDomain } from '@stridewell/contract/domains/domains';
import {
  type DomainProblem,
  GRACE_DAYS,
  isOwnership,
  ownershipName,
  ownershipValue,
} from '@stridewell/contract/domains/domains.rules';
import type { DomainRow } from './domains.data.ts';
import { parentOf } from './domains.names.rules.ts';
import type { SenderRow } from './domains.senders.data.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A fresh claim or sender address is checked every hour, because coaches wait for it. */
const FRESH_DAYS = 3;
/** An older claim is checked daily, up to this age. */
const CLAIM_DAYS = 30;

/** Where domains of coaches lead. */
export type Target = { host: string; addresses: readonly string[] };

/** The records of a domain. */
export type FoundRecords = {
  ownership: readonly string[];
  aliases: readonly string[];
  addresses: readonly string[];
  /** The present addresses of the target. */
  targetAddresses: readonly string[];
};

const plain = (name: string): string => name.toLowerCase().replace(/\.$/, '');

/** Finds the first problem of a domain; null where the coach owns it and it leads here. */
export function problemOf(found: FoundRecords, token: string, target: Target): DomainProblem | null {
  if (!found.ownership.includes(ownershipValue(token))) {
    return found.ownership.some(isOwnership) ? 'other_ownership' : 'no_ownership';
  }
  if (found.aliases.some((alias) => plain(alias) === plain(target.host))) return null;
  if (found.addresses.length === 0) return found.aliases.length > 0 ? 'other_address' : 'no_address';
  // Browsers may use any of the addresses, so one that leads elsewhere breaks the domain for some visitors.
  const ours = new Set([...target.addresses, ...found.targetAddresses]);
  return found.addresses.every((address) => ours.has(address)) ? null : 'other_address';
}

export const stopsAt = ({ failingSince }: Pick<DomainRow, 'failingSince'>): Date | null =>
  failingSince && new Date(failingSince.getTime() + GRACE_DAYS * DAY_MS);

/** When the sweep checks a domain and its sender address next; null for a claim that nothing has come of. */
export function nextCheck(
  { claimedAt, verifiedAt, failingSince }: DomainRow,
  sender: Pick<SenderRow, 'waitingSince'> | undefined,
  now: Date,
): Date | null {
  const isFresh = (since: Date) => now.getTime() - since.getTime() < FRESH_DAYS * DAY_MS;
  if (!verifiedAt && now.getTime() - claimedAt.getTime() > CLAIM_DAYS * DAY_MS) return null;
  const isAwaited = (!verifiedAt && isFresh(claimedAt)) || (sender?.waitingSince && isFresh(sender.waitingSince));
  const isWatched = failingSince !== null || isAwaited;
  return new Date(now.getTime() + (isWatched ? HOUR_MS : DAY_MS));
}

export const recordOf = (type: DnsRecord['type'], name: string, value: string): DnsRecord => ({ type, name, value });

export function toOwnDomain(row: DomainRow, { host, addresses }: Target): OwnDomain {
  const { domain, verifiedAt, failingSince, problem, checkedAt, token } = row;
  return {
    domain,
    status: verifiedAt ? (failingSince ? 'failing' : 'verified') : 'waiting',
    problem,
    address: recordOf('CNAME', domain, host),
    addressesInstead: addresses.map((address) => recordOf(isIPv6(address) ? 'AAAA' : 'A', domain, address)),
    ownership: recordOf('TXT', ownershipName(domain), ownershipValue(token)),
    // A domain with a CNAME record has no SPF record.
    mailDomain: parentOf(domain) ?? domain,
    checkedAt: checkedAt?.toISOString() ?? null,
    verifiedAt: verifiedAt?.toISOString() ?? null,
    stopsAt: stopsAt(row)?.toISOString() ?? null,
  };
}
