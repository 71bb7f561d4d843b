import type { OwnDomain, OwnSender } from '@stridewell/contract/domains/domains';
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
import { findSender, type SenderRow } from './domains.senders.data.ts';
import { toOwnSender } from './domains.senders.rules.ts';
import { askSender, type By, type SenderRecords, settleSender, tellOfDomain } from './domains.senders.service.ts';
import { newToken, targetOf } from './domains.service.ts';

/** Checks the domains that are due. */
export const checkDomainsJob = defineScheduledJob('domains.check', { schedule: '25 * * * *' });

/** Tells a coach that their domain has moved to another coach. */
export const tellMovedJob = defineJob('domains.moved', {
  schema: z.object({ coachId: z.uuid(), domain: z.string() }),
});

type CoachTx = Tx<CoachScope>;
type Deps = Pick<Infrastructure, 'db' | 'env' | 'now' | 'resolver'>;

const BATCH = 100;
const FALLBACK = 'Your clients sign in at the usual address again, and your emails come from our address.';

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
    await tellOfDomain(tx, `DNS records for ${domain} are missing`, message);
    return updateDomain(tx, Object.assign(checked, { failingSince: now }));
  }
  const end = stopsAt(row);
  if (!end || now < end) return updateDomain(tx, checked);
  audit(tx, { action: 'domain.lost', before: { domain }, after: { problem }, bySystem: true });
  await tellOfDomain(tx, `${domain} stopped working`, `Its DNS records are missing. ${FALLBACK}`);
  await announce(tx, DOMAINS_CHANGED);
  return updateDomain(tx, Object.assign(checked, { verifiedAt: null, failingSince: null }));
}

type Asked = { domain: DomainRow; sender: SenderRow | undefined };
type Answer = { asked: Asked; problem: DomainProblem | null; records: SenderRecords | null };
type Settled = { domain: DomainRow; sender: SenderRow | undefined };

/** Stores the results of a check, unless the claim or the address changed meanwhile. */
async function settle(
  tx: CoachTx,
  { asked, problem, records }: Answer,
  by: By,
  now: Date,
): Promise<Settled | undefined> {
  await lockName(tx, asked.domain.domain);
  const row = await lockDomain(tx);
  const stored = await findSender(tx);
  if (row?.domain !== asked.domain.domain || row.token !== asked.domain.token) {
    return row && { domain: row, sender: stored };
  }
  const checked = problem === null ? await verify(tx, row, by, now) : await fail(tx, row, problem, now);
  const isSame = stored !== undefined && stored.selector === asked.sender?.selector;
  const sender = isSame && records ? await settleSender(tx, stored, records, by, now) : stored;
  return { domain: await updateDomain(tx, { dueAt: nextCheck(checked, sender, now) }), sender };
}

/** Checks the domain of a coach, and their sender address. DNS is asked outside of a transaction. */
async function checkOne(deps: Deps, scope: CoachScope, target: Target, by: By): Promise<Settled | undefined> {
  const { db, now } = deps;
  const [domain, sender] = await db.readAtOnce(scope, (tx) => Promise.all([findDomain(tx), findSender(tx)]));
  if (!domain) return undefined;
  const [problem, records] = await Promise.all([ask(deps, domain, target), sender ? askSender(deps, sender) : null]);
  return db.write(scope, (tx) => settle(tx, { asked: { domain, sender }, problem, records }, by, now()));
}

/**
 * Checks the domain of the coach in scope now, and their sender address.
 * @throws NOT_FOUND when there is none
 */
export async function checkDomain(
  deps: Deps,
  scope: CoachScope,
): Promise<{ domain: OwnDomain; sender: OwnSender | null }> {
  const target = targetOf(deps.env);
  const checked = target && (await checkOne(deps, scope, target, {}));
  if (!target || !checked) throw refuse('NOT_FOUND');
  const { domain, sender } = checked;
  return { domain: toOwnDomain(domain, target), sender: toOwnSender(sender, domain, deps.env) };
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
    const message = `Another account proved that it owns the domain. ${FALLBACK}`;
    await tellOfDomain(tx, `${domain} stopped working`, message);
  });
}
