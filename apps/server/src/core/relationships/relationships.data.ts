import { holdsSeat } from '@stridewell/contract/billing.rules';
import { ON_TRACK_ADHERENCE } from '@stridewell/contract/clients.figures.rules';
import type { RelationshipStatus } from '@stridewell/contract/clients.rules';
import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { addToScope, type Tx } from '../../platform/db/database.ts';
import type { Scope } from '../../platform/db/scope.ts';
import { WRITING_CLIENT } from '../tenancy/policies.ts';
import type { ClientScope, CoachScope, InvitationScope } from '../tenancy/scope.ts';
import { scopeOfRelationship } from './relationships.policy.ts';
import { relationships } from './relationships.table.ts';

type TenantTx = Tx<CoachScope | ClientScope | InvitationScope>;

/** The relationship of the coach in scope with `clientId`. */
export const isRelationshipWith = (tx: Tx<Scope & { coachId: string }>, clientId: string) =>
  and(eq(relationships.coachId, tx.scope.coachId), eq(relationships.clientId, clientId));

/** Literals instead of parameters, so that the planner can match partial indexes. */
export const hasStatus = (statuses: readonly RelationshipStatus[]) =>
  sql<boolean>`${relationships.status} in (${sql.raw(statuses.map((status) => `'${status}'`).join(', '))})`;

/** Coach and client work together now. */
export const isCurrent = hasStatus(WRITING_CLIENT);

/** Whether an active client is not on track, as `standingOf` of the contract says. The zone is the coach's. */
export function isOffTrack({ now, timeZone }: { now: Date; timeZone: string }) {
  const { checkInDueOn, checkInTimeZone, adherenceFalling, latestAdherence } = relationships;
  const today = sql`(${now.toISOString()}::timestamptz at time zone coalesce(${checkInTimeZone}, ${timeZone}))::date`;
  return sql<boolean>`(${relationships.status} = 'active' and (coalesce(${checkInDueOn} < ${today}, false)
    or ${adherenceFalling} or coalesce(${latestAdherence} < ${sql.raw(String(ON_TRACK_ADHERENCE))}, false)))`;
}

/** Whether coach and client work together in this status. */
export const isCurrentStatus = (status: string): boolean => WRITING_CLIENT.some((current) => current === status);

/** Whether the coach can write to the client: the invitation was accepted and the coaching has not ended. */
export const isOpenRelationship = ({ personId, status }: { personId: string | null; status: string }): boolean =>
  personId !== null && isCurrentStatus(status);

/** Whether the client takes a seat that the coach's plan does not cover. Such a client reads and cannot write. */
export const isReadOnly = (status: string, covered: boolean): boolean => holdsSeat(status) && !covered;

/** How many active clients a coach has, as a subquery: those who completed the onboarding. */
export const countActiveClients = (tx: Tx<CoachScope>, coachId: SQLWrapper) =>
  tx
    .select({ count: sql`count(*)` })
    .from(relationships)
    .where(
      and(
        sql`${relationships.coachId} = ${coachId}`,
        eq(relationships.status, 'active'),
        eq(relationships.onboardingCompleted, true),
      ),
    );

/**
 * Changes the row of the client in scope, who may not write the coach's columns. `changes` names those that a client
 * decides. False for a former client, and where `condition` does not hold.
 */
export async function changeOwnRelationship(
  tx: Tx<ClientScope>,
  changes: SQL,
  condition: SQL = sql`true`,
): Promise<boolean> {
  const { coachId, clientId, userId } = tx.scope;
  const [rows] = await tx.sendAs(scopeOfRelationship({ coachId, clientId }), [
    sql`update ${relationships} set ${changes} where coach_id = ${coachId} and client_id = ${clientId}
      and person_id = ${userId} and ${isCurrent} and ${condition} returning client_id`,
  ]);
  return rows?.length === 1;
}

export async function relationshipExists(tx: Tx<CoachScope | ClientScope>, clientId: string): Promise<boolean> {
  const rows = await tx
    .select({ clientId: relationships.clientId })
    .from(relationships)
    .where(isRelationshipWith(tx, clientId));
  return rows.length > 0;
}

/**
 * Names a person in the scope, for the rest of the transaction: policies of personal tables let the coach write to that
 * person alone.
 * @throws Error when the person is no current client of the coach
 */
export async function namePerson(tx: Tx<CoachScope>, personId: string): Promise<void> {
  const rows = await tx
    .select({ personId: relationships.personId })
    .from(relationships)
    .where(and(eq(relationships.coachId, tx.scope.coachId), eq(relationships.personId, personId), isCurrent));
  if (rows.length === 0) throw new Error('a coach names a person who is no current client');
  await addToScope(tx, { personId });
}

/**
 * Locks a relationship until the transaction ends, so that two changes of one client come one after the other. Undefined
 * where the scope has no such client, or none that it may write for.
 */
export async function lockRelationship(tx: TenantTx, clientId: string) {
  const [row] = await tx
    .select({
      status: sql<RelationshipStatus>`${relationships.status}`,
      personId: relationships.personId,
      fullName: relationships.fullName,
      email: relationships.email,
      photoId: relationships.photoId,
    })
    .from(relationships)
    .where(isRelationshipWith(tx, clientId))
    .for('no key update');
  return row;
}
