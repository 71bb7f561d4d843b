import type { StartChoices } from '@stridewell/contract/clients/clients.start.rules';
import { and, eq, isNotNull, or, sql } from 'drizzle-orm';
import { clients, coaches, preferences, userRoles, users } from '../../core/people/people.table.ts';
import { followRelationship, followTimeZone, startWithCoach } from '../../core/relationships/coachings.data.ts';
import { isRelationshipWith } from '../../core/relationships/relationships.data.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import type { AnsweringScope, CoachScope, InvitationScope, UserScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { SystemScope } from '../../platform/db/scope.ts';
import { invitations } from './clients.table.ts';

export type NewInvitation = { tokenDigest: string; expiresAt: Date };

/** @returns false when the coach has another client with this id */
export async function insertInvitedClient(
  tx: Tx<CoachScope>,
  { start, ...client }: { clientId: string; fullName: string; email: string; start: StartChoices },
  invitation: NewInvitation,
): Promise<boolean> {
  const { coachId } = tx.scope;
  const { templateId: checkInTemplateId, packageId: startPackageId, programId: startProgramId } = start;
  const { rowCount } = await tx
    .insert(relationships)
    .values({ coachId, ...client, checkInTemplateId, startPackageId, startProgramId })
    .onConflictDoNothing();
  if (rowCount === 0) return false;
  await Promise.all([
    tx.insert(invitations).values({ coachId, clientId: client.clientId, ...invitation }),
    followRelationship(tx, client.clientId, invitation.expiresAt),
  ]);
  return true;
}

/** Replaces the invitation of a client. The earlier link stops working. */
export async function upsertInvitation(tx: Tx<CoachScope>, clientId: string, invitation: NewInvitation): Promise<void> {
  await Promise.all([
    tx
      .insert(invitations)
      .values({ coachId: tx.scope.coachId, clientId, ...invitation })
      .onConflictDoUpdate({ target: [invitations.coachId, invitations.clientId], set: invitation }),
    followRelationship(tx, clientId, invitation.expiresAt),
  ]);
}

export async function findInvitation(tx: Tx<InvitationScope>) {
  const [row] = await tx
    .select({
      tokenDigest: invitations.tokenDigest,
      expiresAt: invitations.expiresAt,
      status: relationships.status,
      personId: relationships.personId,
      fullName: relationships.fullName,
      email: relationships.email,
      coachName: coaches.fullName,
      coachTimeZone: coaches.timeZone,
    })
    .from(invitations)
    .innerJoin(
      relationships,
      and(eq(relationships.coachId, invitations.coachId), eq(relationships.clientId, invitations.clientId)),
    )
    .innerJoin(coaches, eq(coaches.id, invitations.coachId))
    .where(and(eq(invitations.coachId, tx.scope.coachId), eq(invitations.clientId, tx.scope.clientId)));
  return row;
}

/** Whether an address has a verified account or a coach's account. */
export async function hasAccount(tx: Tx<SystemScope<'identity'>>, email: string): Promise<boolean> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), or(users.emailVerified, isNotNull(users.planIntent))));
  return rows.length > 0;
}

/** Invitations to the verified address of the person in scope. Uses a database function that reads all tenants. */
export async function selectOwnInvitations(tx: Tx<UserScope>) {
  const { rows } = await tx.execute<{ coach_id: string; client_id: string; coach_name: string; expires_at: Date }>(
    sql`select * from own_invitations()`,
  );
  return rows.map(({ coach_id, client_id, coach_name, expires_at }) => ({
    coachId: coach_id,
    clientId: client_id,
    coachName: coach_name,
    expiresAt: new Date(expires_at),
  }));
}

export type InvitationRow = NonNullable<Awaited<ReturnType<typeof findInvitation>>>;

/** Name and address of the invitee. */
export type Addressee = { fullName: string; email: string };

/** Links the person in scope to the invited relationship. @returns false when the invitation is no longer open */
export async function linkPerson(
  tx: Tx<AnsweringScope>,
  { fullName, email }: Addressee,
  details: { goal: string | null; checkInAnchor: string; acceptedAt: Date },
): Promise<boolean> {
  const { personId } = tx.scope;
  await tx
    .insert(clients)
    .values({ id: personId, fullName, email })
    .onConflictDoUpdate({ target: clients.id, set: { email } });
  const own = isRelationshipWith(tx, tx.scope.clientId);
  const linked = await tx
    .update(relationships)
    // The coach's goal stays unless the person enters another. Pauses from an earlier invitation that was withdrawn or
    // declined do not count for a new client.
    .set({
      ...details,
      checkInPauses: [],
      personId,
      fullName,
      status: 'active',
      goal: sql`coalesce(${details.goal}, ${relationships.goal})`,
    })
    .where(and(own, eq(relationships.status, 'invited')));
  if (linked.rowCount !== 1) return false;
  await Promise.all([
    tx
      .update(invitations)
      .set({ acceptedAt: details.acceptedAt })
      .where(and(eq(invitations.coachId, tx.scope.coachId), eq(invitations.clientId, tx.scope.clientId))),
    tx.insert(userRoles).values({ userId: personId, role: 'Client' }).onConflictDoNothing(),
    followRelationship(tx, tx.scope.clientId),
    startWithCoach(tx, personId),
  ]);
  return true;
}

/** @returns false when the invitation is no longer open */
export async function markDeclined(tx: Tx<AnsweringScope>): Promise<boolean> {
  const declined = await tx
    .update(relationships)
    .set({ status: 'declined' })
    .where(and(isRelationshipWith(tx, tx.scope.clientId), eq(relationships.status, 'invited')));
  if (declined.rowCount !== 1) return false;
  await followRelationship(tx, tx.scope.clientId);
  return true;
}

export async function upsertPreferences(
  tx: Tx<AnsweringScope>,
  values: { unitSystem: 'metric' | 'imperial'; timeZone: string },
): Promise<void> {
  await tx
    .insert(preferences)
    .values({ userId: tx.scope.personId, ...values })
    .onConflictDoUpdate({ target: preferences.userId, set: values });
  await followTimeZone(tx, tx.scope.personId, values.timeZone);
}
