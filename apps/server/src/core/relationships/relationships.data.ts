import {
  BILLABLE_SEAT_STATUSES,
  holdsSeat,
  PLAN_ORDER,
  PLANS,
  type Plan,
} from '@stridewell/contract/billing/billing.rules';
import { ON_TRACK_ADHERENCE } from '@stridewell/contract/checkins/checkins.rules';
import { ANSWER_GRACE_DAYS } from '@stridewell/contract/clients/clients.figures.rules';
import type { RelationshipStatus } from '@stridewell/contract/people.rules';
import { and, eq, inArray, isNotNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { addToScope, type Tx } from '../../platform/db/database.ts';
import { scopeRole, scopeWord } from '../../platform/db/policies.ts';
import type { Scope } from '../../platform/db/scope.ts';
import type { CoachKey } from '../tenancy/placement.ts';
import { WRITING_CLIENT } from '../tenancy/policies.ts';
import type { ClientScope, CoachScope, InvitationScope } from '../tenancy/scope.ts';
import { coachings } from './coachings.table.ts';
import { scopeOfRelationship } from './relationships.scopes.ts';
import { relationships } from './relationships.table.ts';

type TenantTx = Tx<CoachScope | ClientScope | InvitationScope>;

/** The relationship of the coach in scope with `clientId`. */
export const isRelationshipWith = (tx: Tx<Scope & { coachId: string }>, clientId: string) =>
  and(eq(relationships.coachId, tx.scope.coachId), eq(relationships.clientId, clientId));

/** Literals instead of parameters, so that the planner can match partial indexes. */
const listOf = (statuses: readonly RelationshipStatus[]): SQL =>
  sql.raw(statuses.map((status) => `'${status}'`).join(', '));
export const hasStatus = (statuses: readonly RelationshipStatus[]) =>
  sql<boolean>`${relationships.status} in (${listOf(statuses)})`;

/** Selects relationships that are active or paused. */
export const isCurrent = hasStatus(WRITING_CLIENT);

/** SQL version of the contract's `needsAttention`, for active clients. `timeZone` is the coach's. */
export function isOffTrack({ now, timeZone }: { now: Date; timeZone: string }) {
  const { status, onboardingCompleted, checkInDueOn, checkInTimeZone, checkInIntervalDays } = relationships;
  const { adherenceFalling, latestAdherence, latestAdherenceDay } = relationships;
  const today = sql`(${now.toISOString()}::timestamptz at time zone coalesce(${checkInTimeZone}, ${timeZone}))::date`;
  const isCurrent = sql`${latestAdherenceDay} >= ${today} - (${checkInIntervalDays} + ${sql.raw(String(ANSWER_GRACE_DAYS))})`;
  const isLow = sql`${latestAdherence} < ${sql.raw(String(ON_TRACK_ADHERENCE))}`;
  return sql<boolean>`(${status} = 'active' and ${onboardingCompleted} and (coalesce(${checkInDueOn} < ${today}, false)
    or coalesce(${isCurrent} and (${adherenceFalling} or ${isLow}), false)))`;
}

/** Clients that the coach's plan covers, in the order of the contract's `coveredClients`. */
export const selectCovered = (coachId: CoachKey, cap: SQLWrapper): SQL => sql`select r.client_id from ${relationships} r
  where r.coach_id = ${coachId} and r.status in (${listOf(BILLABLE_SEAT_STATUSES)})
  order by coalesce(r.accepted_at, r.created_at), r.client_id limit ${cap}`;

/** Whether a relationship with this status is active or paused. */
export const isCurrentStatus = (status: string): boolean => WRITING_CLIENT.some((current) => current === status);

/** Whether the coach can write to the client: the invitation was accepted and the coaching has not ended. */
export const isOpenRelationship = ({ personId, status }: { personId: string | null; status: string }): boolean =>
  personId !== null && isCurrentStatus(status);

/** Whether the client holds a seat beyond the cap of the coach's plan. Such a client can read, but not write. */
export const isReadOnly = (status: string, covered: boolean): boolean => holdsSeat(status) && !covered;

const casesOf = (caseOf: (plan: Plan) => readonly [when: string, then: string | number]): SQL =>
  sql.raw(
    PLAN_ORDER.map(caseOf)
      .map(([when, then]) => `when '${when}' then ${typeof then === 'number' ? then : `'${then}'`}`)
      .join(' '),
  );

/** SQL version of the cap in `resolvePlan` and PLANS of the contract. Never null, which would mean no limit. */
export const planCap = (coachId: CoachKey): SQL => sql`coalesce((
  select case coalesce(u.plan, case ur.role ${casesOf((plan) => [PLANS[plan].role, plan])} end)
    ${casesOf((plan) => [plan, PLANS[plan].clientCap])} else ${sql.raw(String(PLANS.base.clientCap))} end
  from users u left join user_roles ur on ur.user_id = u.id where u.id = ${coachId}), 0)`;

/**
 * Whether the coach's plan covers the row's relationship. A client cannot see other clients, so their scope contains
 * the answer.
 */
export const isCovered = (coachId: CoachKey): SQL<boolean> =>
  sql<boolean>`case when ${sql.raw(scopeRole)} = 'client'
    then ${sql.raw(scopeWord('seat'))} = 'covered' and ${hasStatus(BILLABLE_SEAT_STATUSES)}
    else ${relationships.clientId} in (${selectCovered(coachId, planCap(coachId))}) end`;

/** Time zones of current clients: for the coach of all clients or of one, for a client their own. */
export const selectClientZones = (tx: Tx<CoachScope | ClientScope>, clientId: string | null = null) =>
  tx
    .select({ clientId: coachings.clientId, timeZone: sql<string>`${coachings.timeZone}` })
    .from(coachings)
    .where(
      and(
        eq(coachings.coachId, tx.scope.coachId),
        inArray(coachings.status, [...WRITING_CLIENT]),
        isNotNull(coachings.timeZone),
        clientId === null ? undefined : eq(coachings.clientId, clientId),
      ),
    );

/** Those of `selectClientZones` by client. */
export async function findClientZones(
  ...which: Parameters<typeof selectClientZones>
): Promise<ReadonlyMap<string, string>> {
  const rows = await selectClientZones(...which);
  return new Map(rows.map(({ clientId, timeZone }) => [clientId, timeZone]));
}

/** Time zone of a current client, for selects from `relationships`; null without one. */
export const clientZone = (coachId: CoachKey): SQL<string | null> =>
  sql<string | null>`(select z.time_zone from ${coachings} z where z.coach_id = ${coachId}
    and z.client_id = client_coach_relationships.client_id and z.status in (${listOf(WRITING_CLIENT)}))`;

const isActiveClient = (coachId: SQLWrapper) =>
  and(
    sql`${relationships.coachId} = ${coachId}`,
    eq(relationships.status, 'active'),
    eq(relationships.onboardingCompleted, true),
  );

/** Subquery that counts a coach's active clients, who completed the onboarding. */
export const countActiveClients = (tx: Tx<CoachScope>, coachId: SQLWrapper) =>
  tx.select({ count: sql`count(*)` }).from(relationships).where(isActiveClient(coachId));

/** The clients that `countActiveClients` counts. */
export const listActiveClients = (tx: Tx<CoachScope>) =>
  tx
    .select({
      id: relationships.clientId,
      clientName: relationships.fullName,
      acceptedAt: relationships.acceptedAt,
      createdAt: relationships.createdAt,
    })
    .from(relationships)
    .where(isActiveClient(sql`${tx.scope.coachId}::uuid`));

/**
 * Changes the row of the client in scope, who may write only the columns in `changes`.
 * @returns false for a former client, or when `condition` does not hold
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
 * Adds a person to the scope for the rest of the transaction, so that policies of personal tables let the coach write
 * for this person.
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
 * Locks a relationship until the transaction ends, so that changes of one client run one after another. Undefined when
 * the scope has no such client, or may not write for them.
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

/** The status, and the program chosen at the invitation until it starts; undefined for an unknown client. */
export async function findStartProgram(tx: Tx<CoachScope>, clientId: string) {
  const [row] = await tx
    .select({ programId: relationships.startProgramId, status: relationships.status })
    .from(relationships)
    .where(isRelationshipWith(tx, clientId));
  return row;
}

/** Package and program chosen at the invitation, until they start. Locks the row until the transaction ends. */
export async function lockStart(tx: Tx<CoachScope>, clientId: string) {
  const [row] = await tx
    .select({
      packageId: relationships.startPackageId,
      programId: relationships.startProgramId,
      personId: relationships.personId,
      status: relationships.status,
    })
    .from(relationships)
    .where(isRelationshipWith(tx, clientId))
    .for('no key update');
  return row;
}

/** Clears a choice of the invitation that has started, or that the coach replaced. */
export async function clearStart(
  tx: Tx<CoachScope>,
  clientId: string,
  part: 'startPackageId' | 'startProgramId',
): Promise<void> {
  await tx
    .update(relationships)
    .set({ [part]: null })
    .where(isRelationshipWith(tx, clientId));
}
