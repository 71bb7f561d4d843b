import { randomBytes } from 'node:crypto';
import type { OwnDomain, OwnSender } from '@stridewell/contract/domains/domains';
import { NAME_PROBLEMS, readDomain } from '@stridewell/contract/domains/domains.rules';
import { refuse } from '../../core/refusals.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Env } from '../../env.ts';
import type { Tx } from '../../platform/db/database.ts';
import { announce } from '../../platform/realtime/live.ts';
import { audit } from '../audit/audit.service.ts';
import { deleteDomain, findDomain, insertDomain, lockDomain } from './domains.data.ts';
import { DOMAINS_CHANGED } from './domains.hosts.service.ts';
import { isOfProduct, isPublicSuffix } from './domains.names.rules.ts';
import { type Target, toOwnDomain } from './domains.rules.ts';
import { findSender } from './domains.senders.data.ts';
import { toOwnSender } from './domains.senders.rules.ts';

type CoachTx = Tx<CoachScope>;
type DomainEnv = Pick<Env, 'DOMAIN_TARGET' | 'DOMAIN_ADDRESSES' | 'MAIL_SPF_INCLUDE' | 'appUrl'>;

export const newToken = (): string => randomBytes(24).toString('base64url');

/** Where domains of coaches lead; null where the installation has not set it up. */
export const targetOf = ({
  DOMAIN_TARGET,
  DOMAIN_ADDRESSES,
}: Pick<DomainEnv, 'DOMAIN_TARGET' | 'DOMAIN_ADDRESSES'>): Target | null =>
  DOMAIN_TARGET === undefined ? null : { host: DOMAIN_TARGET, addresses: DOMAIN_ADDRESSES };

export async function getDomain(
  tx: CoachTx,
  env: DomainEnv,
): Promise<{ domain: OwnDomain | null; isOffered: boolean; sender: OwnSender | null; isSenderOffered: boolean }> {
  const target = targetOf(env);
  if (!target) return { domain: null, isOffered: false, sender: null, isSenderOffered: false };
  const [row, sender] = await Promise.all([findDomain(tx), findSender(tx)]);
  return {
    domain: row ? toOwnDomain(row, target) : null,
    isOffered: true,
    sender: toOwnSender(sender, row, env),
    isSenderOffered: env.MAIL_SPF_INCLUDE !== undefined,
  };
}

type Claimed = 'DOMAINS_NOT_OFFERED' | 'DOMAIN_REFUSED' | 'DOMAIN_IN_USE';

/**
 * Claims a domain, which other coaches may have claimed too. Idempotent.
 * @throws DOMAINS_NOT_OFFERED, DOMAIN_REFUSED for a name of the product, DOMAIN_IN_USE when the coach has another one
 */
export async function claimDomain(
  tx: Tx<CoachScope, Claimed>,
  { env, now }: { env: DomainEnv; now: Date },
  text: string,
): Promise<OwnDomain> {
  const target = targetOf(env);
  if (!target) throw refuse(tx, 'DOMAINS_NOT_OFFERED');
  const read = readDomain(text);
  if ('problem' in read) throw refuse('BAD_REQUEST');
  const { domain } = read;
  if (isPublicSuffix(domain)) throw refuse('BAD_REQUEST', { message: NAME_PROBLEMS.suffix });
  if (isOfProduct(domain, [new URL(env.appUrl).hostname, target.host])) throw refuse(tx, 'DOMAIN_REFUSED');
  const added = await insertDomain(tx, { domain, token: newToken(), claimedAt: now, dueAt: now });
  if (added) {
    audit(tx, { action: 'domain.claimed', after: { domain } });
    return toOwnDomain(added, target);
  }
  const stored = await lockDomain(tx);
  if (stored?.domain !== domain) throw refuse(tx, 'DOMAIN_IN_USE');
  return toOwnDomain(stored, target);
}

/** Removes the domain, which stops working at once. Idempotent. */
export async function removeDomain(tx: CoachTx): Promise<void> {
  const row = await deleteDomain(tx);
  if (!row) return;
  audit(tx, { action: 'domain.removed', before: { domain: row.domain } });
  if (row.verifiedAt) await announce(tx, DOMAINS_CHANGED);
}
