import type { OperatorRole } from '@stridewell/contract/operator/operator.rules';
import { and, asc, eq, sql } from 'drizzle-orm';
import { coaches, userRoles, users } from '../../core/people/people.table.ts';
import { coachings } from '../../core/relationships/coachings.table.ts';
import type { OperatorScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { SystemScope } from '../../platform/db/scope.ts';
import { operatorInvitations } from './operator.table.ts';

type IdentityTx = Tx<SystemScope<'identity'>>;

/** More operators than a platform has. */
const MOST_SHOWN = 200;

/** Operators by name. */
export const selectOperators = (tx: Tx<OperatorScope>) =>
  tx
    .select({
      userId: users.id,
      fullName: users.name,
      email: users.email,
      role: userRoles.operatorRole,
      twoFactorEnabled: users.twoFactorEnabled,
    })
    .from(userRoles)
    .innerJoin(users, eq(users.id, userRoles.userId))
    .where(eq(userRoles.role, 'Operator'))
    .orderBy(asc(users.name), asc(users.id))
    .limit(MOST_SHOWN);

/**
 * Locks the roles of all operators until the transaction ends, in the order of their ids, so that changes of roles run
 * one after another.
 */
export async function lockOperators(tx: Tx<OperatorScope>): Promise<Map<string, OperatorRole | null>> {
  const rows = await tx
    .select({ userId: userRoles.userId, role: userRoles.operatorRole })
    .from(userRoles)
    .where(eq(userRoles.role, 'Operator'))
    .orderBy(asc(userRoles.userId))
    .for('update');
  return new Map(rows.map(({ userId, role }) => [userId, role]));
}

export async function findEmail(tx: Tx<OperatorScope>, userId: string): Promise<string | undefined> {
  const [row] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId));
  return row?.email;
}

/** Changes an operator's role. Null removes the access, and leaves a client without a coach. */
export async function updateOperatorRole(
  tx: Tx<OperatorScope>,
  userId: string,
  operatorRole: OperatorRole | null,
): Promise<void> {
  await tx
    .update(userRoles)
    .set({ role: operatorRole === null ? 'Client' : 'Operator', operatorRole })
    .where(eq(userRoles.userId, userId));
}

export type InvitationRow = typeof operatorInvitations.$inferSelect & { invitedByName: string };

const invitationColumns = {
  id: operatorInvitations.id,
  email: operatorInvitations.email,
  role: operatorInvitations.role,
  tokenDigest: operatorInvitations.tokenDigest,
  invitedBy: operatorInvitations.invitedBy,
  invitedByName: users.name,
  sentAt: operatorInvitations.sentAt,
  expiresAt: operatorInvitations.expiresAt,
};

export const selectInvitations = (tx: Tx<OperatorScope>): Promise<InvitationRow[]> =>
  tx
    .select(invitationColumns)
    .from(operatorInvitations)
    .innerJoin(users, eq(users.id, operatorInvitations.invitedBy))
    .orderBy(asc(operatorInvitations.email))
    .limit(MOST_SHOWN);

export async function findInvitation(
  tx: Tx<OperatorScope> | IdentityTx,
  id: string,
): Promise<InvitationRow | undefined> {
  const [row] = await tx
    .select(invitationColumns)
    .from(operatorInvitations)
    .innerJoin(users, eq(users.id, operatorInvitations.invitedBy))
    .where(eq(operatorInvitations.id, id));
  return row;
}

/** @returns false when an invitation with this id or for this address exists */
export async function insertInvitation(
  tx: Tx<OperatorScope>,
  invitation: typeof operatorInvitations.$inferInsert,
): Promise<boolean> {
  const { rowCount } = await tx.insert(operatorInvitations).values(invitation).onConflictDoNothing();
  return rowCount === 1;
}

/** Gives an invitation a new secret and more time. @returns false when it no longer exists */
export async function renewInvitation(
  tx: Tx<OperatorScope>,
  id: string,
  set: { tokenDigest: string; sentAt: Date; expiresAt: Date },
): Promise<boolean> {
  const { rowCount } = await tx.update(operatorInvitations).set(set).where(eq(operatorInvitations.id, id));
  return rowCount === 1;
}

/** @returns false when the invitation no longer exists */
export async function deleteInvitation(tx: Tx<OperatorScope>, id: string): Promise<boolean> {
  const { rowCount } = await tx.delete(operatorInvitations).where(eq(operatorInvitations.id, id));
  return rowCount === 1;
}

/** Deletes the open invitations that a person has sent. */
export async function deleteInvitationsBy(tx: Tx<OperatorScope>, userId: string): Promise<void> {
  await tx.delete(operatorInvitations).where(eq(operatorInvitations.invitedBy, userId));
}

/** Takes the invitation of a link, so that it is accepted once. Undefined when it is gone or the secret is wrong. */
export async function takeInvitation(tx: IdentityTx, { id, digest }: { id: string; digest: string }) {
  const [row] = await tx
    .delete(operatorInvitations)
    .where(and(eq(operatorInvitations.id, id), eq(operatorInvitations.tokenDigest, digest)))
    .returning();
  return row;
}

export type Account = {
  userId: string;
  /** The address is not verified, so the account may belong to anyone. */
  unclaimed: boolean;
  isOperator: boolean;
  /** Whether the account belongs to a coach, or a client of one. */
  isTaken: boolean;
};

/** The account with this address, with the facts that decide who may become an operator. */
export async function findAccount(tx: IdentityTx, email: string): Promise<Account | undefined> {
  const coach = tx.select({ id: coaches.id }).from(coaches).where(eq(coaches.id, users.id));
  const coaching = tx.select({ id: coachings.userId }).from(coachings).where(eq(coachings.userId, users.id));
  const [row] = await tx
    .select({
      userId: users.id,
      unclaimed: sql<boolean>`not ${users.emailVerified} and ${users.planIntent} is null`,
      isOperator: sql<boolean>`coalesce(${userRoles.role} = 'Operator', false)`,
      isTaken: sql<boolean>`exists ${coach} or exists ${coaching}`,
    })
    .from(users)
    .leftJoin(userRoles, eq(userRoles.userId, users.id))
    .where(eq(users.email, email));
  return row;
}

/** Makes a person an operator. */
export async function upsertOperator(tx: IdentityTx, userId: string, operatorRole: OperatorRole): Promise<void> {
  const set = { role: 'Operator', operatorRole };
  await tx
    .insert(userRoles)
    .values({ userId, ...set })
    .onConflictDoUpdate({ target: userRoles.userId, set });
}
