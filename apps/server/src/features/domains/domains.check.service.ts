import type { OwnDomain } from '@stridewell/contract/domains/domains';
import { type DomainProblem, GRACE_DAYS, ownershipName } from '@stridewell/contract/domains/domains.rules';
import { z } from 'zod';
import { enqueue } from '../../core/background.ts';
import { refuse } from '../../core/refusals.ts';
import type { Infrastructure } from '../../core/services.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { isUnresolved } from '../../platform/dns/resolver.ts';
import { eachDue } from '../../platform/queue/each-due.ts';
import { defineJob, defineScheduledJob } from '../../platform/queue/queue.ts';
import { announce } from '../../platform/realtime/live.ts';
import { audit } from '../audit/audit.service.ts';
import { notify } from '../notifications/notifications.service.ts';
import {
  type DomainRow,
  type DuePlace,
  findDomain,
  lockDomain,
  lockName,
  selectDue,
  takeFromOther,
  updateDomain,
} from './domains.data.ts';
import { DOMAINS_CHANGED } from './domains.hosts.service.ts';
import { nextCheck, problemOf, stopsAt, type Target, toOwnDomain } from './domains.rules.ts';
import { domainsScope, holderScopeOf } from './domains.scopes.ts';
import { newToken, targetOf } from './domains.service.ts';

/** Checks the domains that are due. */
export const checkDomainsJob = defineScheduledJob('domains.check', { schedule: '25 * * * *' });

/** Tells a coach that their domain has moved to another coach. */
export const tellMovedJob = defineJob('domains.moved', {
  schema: z.object({ coachId: z.uuid(), domain: z.string() }),
});

type CoachTx = Tx<CoachScope>;
type Deps = Pick<Infrastructure, 'db' | 'env' | 'now' | 'resolver'>;
/** By the coach, or by the sweep. */
type By = { bySystem?: true };

const BATCH = 100;

/** Asks DNS about a domain. @returns the first problem, or null */
async function ask(
  { resolver }: Deps,
  { domain, token }: Pick<DomainRow, 'domain' | 'token'>,
  target: Target,
): Promise<DomainProblem | null> {
  try {
    const [ownership, aliases, addresses, targetAddresses] = await Promise.all([
      resolver.texts(ownershipName(domain)),
      resolver.aliases(domain),
      resolver.addresses(domain),
      resolver.addresses(target.host),
    ]);
    return problemOf({ ownership, aliases, addresses, targetAddresses }, token, target);
  } catch (error) {
    if (!isUnresolved(error)) throw error;
    return 'unreachable';
  }
}

const tell = (tx: CoachTx, title: string, message: string) =>
  notify(tx, {
    userId: tx.scope.coachId,
    type: 'domain_failing',
    title,
    message,
    metadata: { coach_id: tx.scope.coachId },
  });

async function verify(tx: CoachTx, { domain, verifiedAt }: DomainRow, by: By, now: Date): Promise<DomainRow> {
  if (verifiedAt) return updateDomain(tx, { checkedAt: now, problem: null, failingSince: null });
  const formerId = await takeFromOther(tx, { domain, token: newToken() });
  if (formerId) await enqueue(tx, tellMovedJob, { coachId: formerId, domain });
  audit(tx, Object.assign({ action: 'domain.verified' as const, after: { domain } }, by));
  await announce(tx, DOMAINS_CHANGED);
  return updateDomain(tx, { checkedAt: now, problem: null, verifiedAt: now });
}

/** A served domain works for some more days, and then stops. */
async function fail(tx: CoachTx, row: DomainRow, problem: DomainProblem, now: Date): Promise<DomainRow> {
  const { domain } = row;
  const checked = { checkedAt: now, problem };
  // Says nothing about the records.
  if (!row.verifiedAt || problem === 'unreachable') return updateDomain(tx, checked);
  if (!row.failingSince) {
    audit(tx, { action: 'domain.failing', after: { domain, problem }, bySystem: true });
    const message = `It stops working in ${GRACE_DAYS} days unless you add them again.`;
    await tell(tx, `DNS records for ${domain} are missing`, message);
    return updateDomain(tx, Object.assign(checked, { failingSince: now }));
  }
  const end = stopsAt(row);
  if (!end || now < end) return updateDomain(tx, checked);
  audit(tx, { action: 'domain.lost', before: { domain }, after: { problem }, bySystem: true });
  await tell(tx, `${domain} stopped working`, 'Its DNS records are missing. Your clients use the usual address again.');
  await announce(tx, DOMAINS_CHANGED);
  return updateDomain(tx, Object.assign(checked, { verifiedAt: null, failingSince: null }));
}

type Answer = { asked: DomainRow; problem: DomainProblem | null };

/** Stores the result of a check, unless the claim changed meanwhile. */
async function settle(tx: CoachTx, { asked, problem }: Answer, by: By, now: Date): Promise<DomainRow | undefined> {
  await lockName(tx, asked.domain);
  const row = await lockDomain(tx);
  if (row?.domain !== asked.domain || row.token !== asked.token) return row;
  const checked = problem === null ? await verify(tx, row, by, now) : await fail(tx, row, problem, now);
  return updateDomain(tx, { dueAt: nextCheck(checked, now) });
}

/** Checks the domain of a coach. DNS is asked outside of a transaction. */
async function checkOne(deps: Deps, scope: CoachScope, target: Target, by: By): Promise<DomainRow | undefined> {
  const { db, now } = deps;
  const asked = await db.read(scope, findDomain);
  if (!asked) return undefined;
  const problem = await ask(deps, asked, target);
  return db.write(scope, (tx) => settle(tx, { asked, problem }, by, now()));
}

/**
 * Checks the domain of the coach in scope now.
 * @throws NOT_FOUND when there is none
 */
export async function checkDomain(deps: Deps, scope: CoachScope): Promise<OwnDomain> {
  const target = targetOf(deps.env);
  const row = target && (await checkOne(deps, scope, target, {}));
  if (!target || !row) throw refuse('NOT_FOUND');
  return toOwnDomain(row, target);
}

/** Checks the domains of all coaches that are due. */
export async function checkDomains(deps: Deps & Pick<Infrastructure, 'log'>): Promise<void> {
  const { db, env, log, now } = deps;
  const target = targetOf(env);
  if (!target) return;
  const at = now();
  await eachDue({
    name: 'domains',
    log,
    failure: 'a domain was not checked',
    read: (after: { dueAt: string; coachId: string } | undefined) => {
      const place: DuePlace | undefined = after && { dueAt: new Date(after.dueAt), coachId: after.coachId };
      return db.read(domainsScope, (tx) => selectDue(tx, { now: at, after: place, limit: BATCH }));
    },
    size: BATCH,
    place: ({ dueAt, coachId }) => ({ dueAt: (dueAt ?? at).toISOString(), coachId }),
    work: async ({ coachId }) => {
      await checkOne(deps, holderScopeOf(coachId), target, { bySystem: true });
    },
  });
}

/** Tells the coach whose domain has moved. */
export async function tellMoved(
  { db }: Pick<Infrastructure, 'db'>,
  { coachId, domain }: { coachId: string; domain: string },
): Promise<void> {
  await db.write(holderScopeOf(coachId), async (tx) => {
    audit(tx, { action: 'domain.lost', before: { domain }, after: { problem: 'moved' }, bySystem: true });
    const message = 'Another account proved that it owns the domain. Your clients use the usual address again.';
    await tell(tx, `${domain} stopped working`, message);
  });
}
