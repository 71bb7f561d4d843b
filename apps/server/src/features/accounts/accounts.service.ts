import type { Account, ListedAccount } from '@stridewell/contract/accounts/accounts';
import { networkOf } from '@stridewell/contract/audit/audit.rules';
import { isPlan, resolvePlan } from '@stridewell/contract/billing/billing.rules';
import { COACH_STATUSES, isCoachRole, isRole } from '@stridewell/contract/people.rules';
import { refuse } from '../../core/refusals.ts';
import type { Services } from '../../core/services.ts';
import type { OperatorScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { listEntries, listEntriesAbout } from '../audit/audit.service.ts';
import { describeSubscription } from '../billing/billing.portal.service.ts';
import { findOwnSubscription } from '../billing/billing.purchase.service.ts';
import { findExport } from '../privacy/privacy.service.ts';
import { type AccountFilter, countCoachings, findAccount, searchAccounts, selectAccounts } from './accounts.data.ts';
import { findErasure } from './accounts.erasure.data.ts';

const PAGE = 50;
/** Actions in the audit log that concern an account. Operators do not see the rest of a coach's chain. */
const ABOUT_ACCOUNT = ['account.', 'role.', 'plan.', 'coach.'];

type Row = Awaited<ReturnType<typeof selectAccounts>>[number];

function toListed({ role: stored, plan, coachStatus, graceUntil, joinedAt, ...row }: Row): ListedAccount {
  const role = stored !== null && isRole(stored) ? stored : null;
  const storedPlan = plan !== null && isPlan(plan) ? plan : null;
  return {
    ...row,
    role,
    coachStatus: COACH_STATUSES.find((status) => status === coachStatus) ?? null,
    plan: role && isCoachRole(role) ? resolvePlan({ storedPlan, role }, 'server') : null,
    graceUntil: graceUntil?.toISOString() ?? null,
    joinedAt: joinedAt.toISOString(),
  };
}

/** A page of accounts, newest first, or the first matches of a search, by name. */
export async function listAccounts(
  tx: Tx<OperatorScope>,
  { query, after, ...filter }: AccountFilter & { query: string; after: string | undefined },
): Promise<{ accounts: ListedAccount[]; next: string | null; more: boolean }> {
  const limit = PAGE + 1;
  const rows =
    query === ''
      ? await selectAccounts(tx, { filter, after, limit })
      : await searchAccounts(tx, { typed: query, filter, limit });
  const shown = rows.slice(0, PAGE);
  const more = rows.length > PAGE;
  const last = shown.at(-1);
  return { accounts: shown.map(toListed), next: query === '' && more && last ? last.userId : null, more };
}

type AccountDeps = Pick<Services, 'db' | 'accounts' | 'sandbox' | 'now'> & Parameters<typeof findOwnSubscription>[0];

/**
 * Describes an account for operators.
 * @throws NOT_FOUND
 */
export async function describeAccount(deps: AccountDeps, scope: OperatorScope, userId: string): Promise<Account> {
  const [known, security, subscription] = await Promise.all([
    deps.db.readAtOnce(scope, (tx) =>
      Promise.all([
        findAccount(tx, userId),
        countCoachings(tx, userId),
        listEntriesAbout(tx, userId, { actions: 'account.signed_in', limit: 1 }),
        findErasure(tx, userId),
        findExport(tx, userId, deps.now()),
      ]),
    ),
    deps.accounts.securityOf(userId),
    findOwnSubscription(deps, userId),
  ]);
  const [row, coachings, [signIn], erasureDueAt, exported] = known;
  if (!row) throw refuse('NOT_FOUND');
  const { coachTimeZone, timeZone, unitSystem, twoFactorEnabled, statusReason, isDemo, ...listed } = row;
  const { includedClients, stripeCustomerId } = listed;
  return {
    ...toListed(listed),
    includedClients,
    stripeCustomerId,
    isDemo,
    twoFactorEnabled,
    isOperator: listed.role === 'Operator',
    timeZone: timeZone ?? coachTimeZone ?? 'America/Los_Angeles',
    unitSystem: unitSystem === 'imperial' ? 'imperial' : 'metric',
    statusReason: statusReason ?? '',
    erasureDueAt: erasureDueAt?.toISOString() ?? null,
    export: exported?.export ?? null,
    exportAskedBy: exported?.askedByName ?? null,
    lastSignInAt: signIn?.at.toISOString() ?? null,
    coachings: coachings.map(({ latestAt, ...one }) => ({ ...one, latestAt: latestAt?.toISOString() ?? null })),
    subscription: subscription ? await describeSubscription(deps, deps.sandbox, subscription) : null,
    sessions: security.sessions.map(({ id, userAgent, ipAddress, createdAt, updatedAt }) => ({
      id,
      userAgent,
      network: networkOf(ipAddress ?? ''),
      signedInAt: createdAt.toISOString(),
      lastUsedAt: updatedAt.toISOString(),
    })),
  };
}

/**
 * Audit entries about an account, newest first.
 * @throws NOT_FOUND
 */
export async function listAccountEntries(
  tx: Tx<OperatorScope>,
  { userId, before }: { userId: string; before: number | undefined },
) {
  if (!(await findAccount(tx, userId))) throw refuse('NOT_FOUND');
  return listEntries(tx, { chainId: userId, actions: ABOUT_ACCOUNT, readerId: tx.scope.userId, before });
}
