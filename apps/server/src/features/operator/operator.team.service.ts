import type { TeamInvitation, TeamMember } from '@stridewell/contract/operator/operator';
import {
  OPERATOR_INVITATION_DAYS,
  OPERATOR_ROLE_TEXTS,
  type OperatorRole,
  operatorMay,
} from '@stridewell/contract/operator/operator.rules';
import { refuse } from '../../core/refusals.ts';
import type { Services } from '../../core/services.ts';
import { identityScope } from '../../core/tenancy/access.ts';
import type { OperatorScope } from '../../core/tenancy/scope.ts';
import { announceEndedViews } from '../../core/views.ts';
import type { Env } from '../../env.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { RateLimit } from '../../platform/rate-limits/rate-limits.ts';
import { announceRights } from '../../platform/realtime/live.ts';
import { auditAbout, listLastSignIns } from '../audit/audit.service.ts';
import { operatorInvitationMail } from './operator.mails.ts';
import { createInvitationToken } from './operator.scopes.ts';
import {
  type Account,
  deleteInvitation,
  deleteInvitationsBy,
  findAccount,
  findEmail,
  findInvitation,
  type InvitationRow,
  insertInvitation,
  lockOperators,
  renewInvitation,
  selectInvitations,
  selectOperators,
  updateOperatorRole,
} from './operator.team.data.ts';

const DAY_MS = 86_400_000;
/** Enough for lost mails. The recipient may not want any. */
export const RESENT_TO_ONE: RateLimit = { windowSeconds: 3600, max: 3 };
export const INVITED_BY_ONE: RateLimit = { windowSeconds: 86_400, max: 50 };

type TeamDeps = Pick<Services, 'mailer'> & { env: Pick<Env, 'appUrl' | 'OPERATOR_EMAILS'>; now: Date };

const isConfigured = (env: Pick<Env, 'OPERATOR_EMAILS'>, email: string): boolean =>
  env.OPERATOR_EMAILS.includes(email.toLowerCase());

const toInvitation = (
  { id, email, role, invitedByName, sentAt, expiresAt }: InvitationRow,
  now: Date,
): TeamInvitation => ({
  id,
  email,
  role,
  invitedBy: invitedByName,
  sentAt: sentAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
  expired: expiresAt <= now,
});

/** Operators by name, and open invitations. */
export async function listTeam(
  tx: Tx<OperatorScope>,
  { env, now }: Pick<TeamDeps, 'env' | 'now'>,
): Promise<{ operators: TeamMember[]; invitations: TeamInvitation[] }> {
  const [operators, invitations] = await Promise.all([selectOperators(tx), selectInvitations(tx)]);
  const signIns = await listLastSignIns(
    tx,
    operators.map(({ userId }) => userId),
  );
  return {
    operators: operators.flatMap(({ role, ...operator }) => {
      if (role === null) return [];
      const { userId, email } = operator;
      return [
        {
          ...operator,
          role,
          lastSignInAt: signIns.get(userId)?.toISOString() ?? null,
          configured: isConfigured(env, email),
          own: userId === tx.scope.userId,
        },
      ];
    }),
    invitations: invitations.map((invitation) => toInvitation(invitation, now)),
  };
}

/** The account with this address. Uses the identity scope, because an operator's scope cannot read coachings. */
export const getAccount = (db: Database, email: string): Promise<Account | undefined> =>
  db.readAtOnce(identityScope, (tx) => findAccount(tx, email));

type NewInvitation = { id: string; email: string; role: OperatorRole };

async function mailLink(
  tx: Tx<OperatorScope>,
  { mailer, env }: TeamDeps,
  { email, role, inviter }: { email: string; role: OperatorRole; inviter: string },
  token: string,
): Promise<void> {
  const props = {
    inviter,
    role: OPERATOR_ROLE_TEXTS[role].label.toLowerCase(),
    may: OPERATOR_ROLE_TEXTS[role].may,
    url: `${env.appUrl}/operator-invitation/${token}`,
  };
  await mailer.send({ to: email, template: operatorInvitationMail, props }, tx);
}

const expiryOf = (now: Date): Date => new Date(now.getTime() + OPERATOR_INVITATION_DAYS * DAY_MS);

/**
 * Invites an address and mails the link. Idempotent.
 * @param account the account with the address, if any
 * @throws ALREADY_INVITED, ALREADY_OPERATOR, NOT_ELIGIBLE for the address of a coach or a client
 */
export async function inviteOperator(
  tx: Tx<OperatorScope, 'ALREADY_INVITED' | 'ALREADY_OPERATOR' | 'NOT_ELIGIBLE'>,
  deps: TeamDeps,
  { id, email, role }: NewInvitation,
  { inviter, account }: { inviter: string; account: Account | undefined },
): Promise<TeamInvitation> {
  if (account?.isOperator) throw refuse(tx, 'ALREADY_OPERATOR');
  if (account?.isTaken) throw refuse(tx, 'NOT_ELIGIBLE');
  const { token, digest } = createInvitationToken(id);
  const row = { id, email, role, tokenDigest: digest, invitedBy: tx.scope.userId };
  const times = { sentAt: deps.now, expiresAt: expiryOf(deps.now) };
  if (await insertInvitation(tx, { ...row, ...times })) {
    auditAbout(tx, tx.scope.userId, { action: 'operator.invited', subjectId: id, after: { role } });
    await mailLink(tx, deps, { email, role, inviter }, token);
    return toInvitation({ ...row, ...times, invitedByName: inviter }, deps.now);
  }
  const existing = await findInvitation(tx, id);
  if (existing?.email !== email || existing.role !== role) throw refuse(tx, 'ALREADY_INVITED');
  return toInvitation(existing, deps.now);
}

/**
 * Mails an invitation with a new link, which replaces the previous one.
 * @throws NOT_FOUND when it was accepted or withdrawn
 */
export async function resendInvitation(
  tx: Tx<OperatorScope>,
  deps: TeamDeps,
  id: string,
  inviter: string,
): Promise<TeamInvitation> {
  const { token, digest } = createInvitationToken(id);
  const times = { sentAt: deps.now, expiresAt: expiryOf(deps.now) };
  const renewed = await renewInvitation(tx, id, { tokenDigest: digest, ...times });
  const invitation = renewed ? await findInvitation(tx, id) : undefined;
  if (!invitation) throw refuse('NOT_FOUND');
  auditAbout(tx, tx.scope.userId, { action: 'operator.invitation_resent', subjectId: id });
  await mailLink(tx, deps, { email: invitation.email, role: invitation.role, inviter }, token);
  return toInvitation(invitation, deps.now);
}

/** @throws NOT_FOUND when it was accepted or withdrawn */
export async function withdrawInvitation(tx: Tx<OperatorScope>, id: string): Promise<void> {
  if (!(await deleteInvitation(tx, id))) throw refuse('NOT_FOUND');
  auditAbout(tx, tx.scope.userId, { action: 'operator.invitation_withdrawn', subjectId: id });
}

type ProtectedTx<Code extends string = never> = Tx<OperatorScope, 'ROLE_CHANGED' | 'LAST_ADMIN' | 'CONFIGURED' | Code>;

/**
 * Locks the roles of all operators, and checks that the caller is still an admin and that the other operator has the
 * role the caller saw. Of two admins who remove each other concurrently, the second one is refused.
 * @throws FORBIDDEN, NOT_FOUND for a person who is no operator, ROLE_CHANGED, CONFIGURED
 */
async function lockTeam(
  tx: ProtectedTx,
  env: TeamDeps['env'],
  { userId, from }: { userId: string; from: OperatorRole },
): Promise<{ admins: number }> {
  const roles = await lockOperators(tx);
  if (roles.get(tx.scope.userId) !== 'admin') throw refuse('FORBIDDEN');
  const role = roles.get(userId);
  const email = role === undefined ? undefined : await findEmail(tx, userId);
  if (role === undefined || email === undefined) throw refuse('NOT_FOUND');
  if (role !== from) throw refuse(tx, 'ROLE_CHANGED', { data: { role } });
  if (isConfigured(env, email)) throw refuse(tx, 'CONFIGURED');
  return { admins: [...roles.values()].filter((one) => one === 'admin').length };
}

/**
 * Changes an operator's role. A former admin loses their open invitations.
 * @throws FORBIDDEN, NOT_FOUND, ROLE_CHANGED, CONFIGURED, LAST_ADMIN
 */
export async function changeRole(
  tx: ProtectedTx,
  env: TeamDeps['env'],
  { userId, role, from }: { userId: string; role: OperatorRole; from: OperatorRole },
): Promise<void> {
  const { admins } = await lockTeam(tx, env, { userId, from });
  if (role === from) return;
  if (from === 'admin' && admins === 1) throw refuse(tx, 'LAST_ADMIN');
  await updateOperatorRole(tx, userId, role);
  await announceRights(tx, userId);
  if (!operatorMay(role, 'support')) await announceEndedViews(tx, { operatorId: userId });
  if (from === 'admin') await deleteInvitationsBy(tx, userId);
  auditAbout(tx, userId, {
    action: 'operator.role_changed',
    subjectId: userId,
    before: { role: from },
    after: { role },
  });
}

/**
 * Removes an operator's access to the console, from the next request on. Their account stays.
 * @throws FORBIDDEN, NOT_FOUND, ROLE_CHANGED, CONFIGURED, OWN_ACCESS, LAST_ADMIN
 */
export async function removeOperator(
  tx: ProtectedTx<'OWN_ACCESS'>,
  env: TeamDeps['env'],
  { userId, from }: { userId: string; from: OperatorRole },
): Promise<void> {
  const { admins } = await lockTeam(tx, env, { userId, from });
  if (userId === tx.scope.userId) throw refuse(tx, admins === 1 ? 'LAST_ADMIN' : 'OWN_ACCESS');
  await updateOperatorRole(tx, userId, null);
  await announceEndedViews(tx, { operatorId: userId });
  await deleteInvitationsBy(tx, userId);
  auditAbout(tx, userId, { action: 'operator.removed', subjectId: userId, before: { role: from } });
}
