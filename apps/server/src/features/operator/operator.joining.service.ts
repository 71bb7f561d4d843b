import type { OpenTeamInvitation } from '@stridewell/contract/operator/operator';
import type { OperatorRole } from '@stridewell/contract/operator/operator.rules';
import { refuse } from '../../core/refusals.ts';
import type { Services } from '../../core/services.ts';
import { identityScope } from '../../core/tenancy/access.ts';
import type { Actor } from '../../core/tenancy/actor.ts';
import type { Answers, Database, Tx } from '../../platform/db/database.ts';
import type { SystemScope } from '../../platform/db/scope.ts';
import { announceRights } from '../../platform/realtime/live.ts';
import { auditAbout } from '../audit/audit.service.ts';
import type { InvitationLink } from './operator.scopes.ts';
import {
  findAccount,
  findInvitation,
  type InvitationRow,
  takeInvitation,
  upsertOperator,
} from './operator.team.data.ts';
import { getAccount } from './operator.team.service.ts';

/** @throws NOT_FOUND when the link was used, withdrawn or replaced */
export async function getLinkedInvitation(db: Database, { id, digest }: InvitationLink): Promise<InvitationRow> {
  const invitation = await db.readAtOnce(identityScope, (tx) => findInvitation(tx, id));
  if (invitation?.tokenDigest !== digest) throw refuse('NOT_FOUND');
  return invitation;
}

/** @throws NOT_FOUND */
export async function openInvitation(db: Database, link: InvitationLink, now: Date): Promise<OpenTeamInvitation> {
  const { email, role, invitedByName, expiresAt } = await getLinkedInvitation(db, link);
  const account = await getAccount(db, email);
  const hasAccount = account !== undefined && !account.unclaimed;
  return { email, role, invitedBy: invitedByName, expired: expiresAt <= now, hasAccount };
}

type JoinRefusal = 'INVITATION_CLOSED' | 'SIGN_IN_REQUIRED' | 'OTHER_ACCOUNT' | 'NOT_ELIGIBLE';
type JoinContext = { answers: Answers<JoinRefusal>; addHeader(name: string, value: string): void } & Pick<
  Services,
  'accounts' | 'db'
>;

/**
 * The account that accepts an invitation: the actor's, or a new one with the password, which is signed in. The mailed
 * link proves the address.
 * @throws INVITATION_CLOSED, OTHER_ACCOUNT, SIGN_IN_REQUIRED when the address has an account, NOT_ELIGIBLE,
 *   BAD_REQUEST without a password
 */
export async function getJoiningUser(
  { answers, accounts, db, addHeader }: JoinContext,
  { email, expiresAt }: InvitationRow,
  {
    actor,
    fullName,
    password,
    now,
  }: { actor: Actor | null; fullName: string; password?: string | undefined; now: Date },
): Promise<string> {
  const caller = { answers };
  if (expiresAt <= now) throw refuse(caller, 'INVITATION_CLOSED');
  if (actor && actor.email !== email) throw refuse(caller, 'OTHER_ACCOUNT');
  const account = await getAccount(db, email);
  if (account?.isTaken) throw refuse(caller, 'NOT_ELIGIBLE');
  if (actor) {
    if (!actor.emailVerified) await accounts.markVerified(actor.userId);
    return actor.userId;
  }
  if (account && !account.unclaimed) throw refuse(caller, 'SIGN_IN_REQUIRED');
  if (!password) throw refuse('BAD_REQUEST', { message: 'Password must be at least 8 characters long' });
  const created = await accounts.createInvited({ email, name: fullName, password, verified: true });
  if (!created) throw refuse(caller, 'SIGN_IN_REQUIRED');
  for (const cookie of created.cookies) addHeader('set-cookie', cookie);
  return created.userId;
}

/**
 * Makes the person an operator with the role of the invitation, which is deleted.
 * @throws INVITATION_CLOSED when it was used, withdrawn or replaced since it was read, NOT_ELIGIBLE
 */
export async function joinTeam(
  tx: Tx<SystemScope<'identity'>, 'INVITATION_CLOSED' | 'NOT_ELIGIBLE'>,
  link: InvitationLink,
  userId: string,
): Promise<OperatorRole> {
  const invitation = await takeInvitation(tx, link);
  if (!invitation) throw refuse(tx, 'INVITATION_CLOSED');
  const account = await findAccount(tx, invitation.email);
  if (account?.userId !== userId || account.isTaken) throw refuse(tx, 'NOT_ELIGIBLE');
  const { id, role } = invitation;
  // An operator from the configuration has become an admin by proving the address.
  if (!account.isOperator) await upsertOperator(tx, userId, role);
  await announceRights(tx, userId);
  auditAbout(tx, userId, { action: 'operator.joined', subjectId: id, after: { role }, byPerson: userId });
  return role;
}
