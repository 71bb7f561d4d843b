import type { RelationshipStatus } from '@stridewell/contract/clients.rules';
import type { CheckInPoint } from '@stridewell/contract/dashboard.rules';
import { and, asc, eq, gte, sql } from 'drizzle-orm';
import { clients, coaches, preferences, userRoles, users } from '../../core/people/people.table.ts';
import { isCovered, relationships } from '../../core/relationships/relationships.table.ts';
import type { CoachScope, InvitationScope, UserScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type Places, prepared } from '../../platform/db/prepared.ts';
import { coachSessions } from '../calendar/calendar.table.ts';
import { checkedDays, checkIns } from '../checkins/checkins.table.ts';
import { clientRecords, invitations } from './clients.table.ts';

/** How many check-ins the rules about streaks, trends and plateaus look at. */
const RECENT_CHECK_INS = 12;

type StoredPoint = [day: string, weightKg: number | null, adherence: number | null];
const toPoints = (points: StoredPoint[]) =>
  points.map(([day, weightKg, adherence]): CheckInPoint => ({ day, weightKg, adherence }));

// Arrays instead of objects, because names repeated for each check-in would be most of what travels. The outer columns
// are written out: in a select from one table the query builder leaves the table's name away, and inside the subquery a
// bare name would mean the check-in's own column.
export const recentCheckIns = sql`coalesce((
  select json_agg(json_build_array(recent.day, recent.weight_kg, recent.adherence) order by recent.submitted_at desc)
  from (select c.day, c.weight_kg, c.adherence, c.submitted_at from ${checkIns} c
    where c.coach_id = client_coach_relationships.coach_id and c.client_id = client_coach_relationships.client_id
    order by c.submitted_at desc limit ${sql.raw(String(RECENT_CHECK_INS))}) recent), '[]')`.mapWith(toPoints);

const trackedColumns = {
  clientId: relationships.clientId,
  fullName: relationships.fullName,
  checkInAnchor: relationships.checkInAnchor,
  checkInIntervalDays: relationships.checkInIntervalDays,
  checkInWeekdays: relationships.checkInWeekdays,
  checkInTimeZone: relationships.checkInTimeZone,
  checkInPauses: relationships.checkInPauses,
  checkIns: recentCheckIns,
  status: sql<RelationshipStatus>`${relationships.status}`,
  createdAt: relationships.createdAt,
  acceptedAt: relationships.acceptedAt,
};
const invitationExpiresAt = sql<Date | null>`case when client_coach_relationships.status = 'invited' then (
  select i.expires_at from ${invitations} i where i.coach_id = client_coach_relationships.coach_id
  and i.client_id = client_coach_relationships.client_id) end`.mapWith(invitations.expiresAt);

export const clientColumns = {
  ...trackedColumns,
  personId: relationships.personId,
  email: relationships.email,
  goal: relationships.goal,
  photoId: relationships.photoId,
  onboardingCompleted: relationships.onboardingCompleted,
  invitationExpiresAt,
};

/** Clients in one of the `statuses`, by name, with what the dashboard's rules look at. */
export const selectTrackedClients = prepared(
  'tracked_clients',
  (tx: Tx<CoachScope>, { coachId, statuses }: Places<{ statuses: readonly RelationshipStatus[] }>) =>
    tx
      .select({ ...trackedColumns, checkedDays })
      .from(relationships)
      .where(and(eq(relationships.coachId, coachId), sql`${relationships.status} = any(${statuses})`))
      .orderBy(asc(relationships.fullName), asc(relationships.clientId)),
);

const clientOf = prepared('client', (tx: Tx<CoachScope>, places: Places<{ id: string }>) =>
  tx
    .select({ ...clientColumns, covered: isCovered })
    .from(relationships)
    .where(and(eq(relationships.coachId, places.coachId), eq(relationships.clientId, places.id))),
);

export async function findClient(tx: Tx<CoachScope>, id: string) {
  const [row] = await clientOf(tx, { id });
  return row;
}

export async function clientExists(tx: Tx<CoachScope>, clientId: string): Promise<boolean> {
  const rows = await tx
    .select({ clientId: relationships.clientId })
    .from(relationships)
    .where(ownRelationship(tx, clientId));
  return rows.length > 0;
}

/** What the labels of a client's page look at beside the check-ins, and what comes next in the calendar. */
export async function findCourse(tx: Tx<CoachScope>, clientId: string, now: Date) {
  const [[record], [session]] = await Promise.all([
    tx
      .select({
        startWeightKg: clientRecords.startWeightKg,
        goalWeightKg: clientRecords.goalWeightKg,
        targetDay: clientRecords.targetDay,
      })
      .from(clientRecords)
      .where(and(eq(clientRecords.coachId, tx.scope.coachId), eq(clientRecords.clientId, clientId))),
    tx
      .select({ sessionDate: coachSessions.sessionDate, sessionType: coachSessions.sessionType })
      .from(coachSessions)
      .where(
        and(
          eq(coachSessions.coachId, tx.scope.coachId),
          eq(coachSessions.clientId, clientId),
          eq(coachSessions.status, 'scheduled'),
          gte(coachSessions.sessionDate, now),
        ),
      )
      .orderBy(asc(coachSessions.sessionDate))
      .limit(1),
  ]);
  return { record, session };
}

export type ClientRow = Omit<Awaited<ReturnType<typeof clientOf>>[number], 'covered'>;

export async function findRelationshipByEmail(tx: Tx<CoachScope>, email: string) {
  const [row] = await tx
    .select({
      clientId: relationships.clientId,
      fullName: relationships.fullName,
      status: sql<RelationshipStatus>`${relationships.status}`,
      accepted: sql<boolean>`${relationships.personId} is not null`,
    })
    .from(relationships)
    .where(and(eq(relationships.coachId, tx.scope.coachId), eq(relationships.email, email)));
  return row;
}

export type NewInvitation = { tokenDigest: string; expiresAt: Date };

export async function insertInvitedClient(
  tx: Tx<CoachScope>,
  client: { clientId: string; fullName: string; email: string },
  invitation: NewInvitation,
): Promise<void> {
  const { coachId } = tx.scope;
  await tx.insert(relationships).values({ coachId, ...client });
  await tx.insert(invitations).values({ coachId, clientId: client.clientId, ...invitation });
}

/** Gives the client a new invitation; the secret of the one before opens nothing any more. */
export async function replaceInvitation(
  tx: Tx<CoachScope>,
  clientId: string,
  invitation: NewInvitation,
): Promise<void> {
  await tx
    .insert(invitations)
    .values({ coachId: tx.scope.coachId, clientId, ...invitation })
    .onConflictDoUpdate({ target: [invitations.coachId, invitations.clientId], set: invitation });
}

const ownRelationship = (tx: Tx<CoachScope | InvitationScope>, clientId: string) =>
  and(eq(relationships.coachId, tx.scope.coachId), eq(relationships.clientId, clientId));

/** Where a client stands, held until the transaction ends: nobody accepts, pauses or archives meanwhile. */
export async function lockStatus(tx: Tx<CoachScope | InvitationScope>, clientId: string) {
  const [row] = await tx
    .select({
      status: sql<RelationshipStatus>`${relationships.status}`,
      personId: relationships.personId,
      fullName: relationships.fullName,
      email: relationships.email,
    })
    .from(relationships)
    .where(ownRelationship(tx, clientId))
    .for('no key update');
  return row;
}

/** Nothing is due from the day on which a client ceases to be active until they are again. */
export async function updateStatus(
  tx: Tx<CoachScope>,
  clientId: string,
  status: RelationshipStatus,
  now: Date,
): Promise<void> {
  const { checkInPauses, checkInTimeZone } = relationships;
  const today = sql`(${now.toISOString()}::timestamptz at time zone coalesce(${checkInTimeZone},
    (select c.time_zone from coaches c where c.id = ${tx.scope.coachId})))::date`;
  const pauses =
    status === 'active'
      ? sql`${checkInPauses} * datemultirange(daterange(null, ${today}))`
      : sql`${checkInPauses} + datemultirange(daterange(${today}, null))`;
  // The pause changes what was due, so the stored label is old.
  await tx
    .update(relationships)
    .set({ status, checkInPauses: pauses, engagementUntil: '-infinity' })
    .where(ownRelationship(tx, clientId));
}

/** The invitation in scope; `hasAccount` tells whether its address belongs to somebody already. */
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
      accountId: users.id,
    })
    .from(invitations)
    .innerJoin(
      relationships,
      and(eq(relationships.coachId, invitations.coachId), eq(relationships.clientId, invitations.clientId)),
    )
    .innerJoin(coaches, eq(coaches.id, invitations.coachId))
    .leftJoin(users, eq(users.email, relationships.email))
    .where(and(eq(invitations.coachId, tx.scope.coachId), eq(invitations.clientId, tx.scope.clientId)));
  return row;
}

/** Invitations to the verified address of the person in scope. The function of the database looks into every tenant. */
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

/** Links the person to the invited relationship; false when somebody was faster or it is not open any more. */
export async function linkPerson(
  tx: Tx<InvitationScope>,
  person: { userId: string; fullName: string; email: string },
  details: { goal: string | null; checkInAnchor: string; acceptedAt: Date },
): Promise<boolean> {
  const { userId, fullName, email } = person;
  await tx
    .insert(clients)
    .values({ id: userId, fullName, email })
    .onConflictDoUpdate({ target: clients.id, set: { email } });
  const own = ownRelationship(tx, tx.scope.clientId);
  const linked = await tx
    .update(relationships)
    // What the coach wrote down together with them stays, unless they say it anew. A pause is one of somebody who trains:
    // what an invitation that was withdrawn or declined before has left is none.
    .set({
      ...details,
      checkInPauses: [],
      personId: userId,
      fullName,
      status: 'active',
      goal: sql`coalesce(${details.goal}, ${relationships.goal})`,
    })
    .where(and(own, eq(relationships.status, 'invited')));
  if (linked.rowCount !== 1) return false;
  await tx
    .update(invitations)
    .set({ acceptedAt: details.acceptedAt })
    .where(and(eq(invitations.coachId, tx.scope.coachId), eq(invitations.clientId, tx.scope.clientId)));
  await tx.insert(userRoles).values({ userId, role: 'Client' }).onConflictDoNothing();
  return true;
}

/** False when the invitation is not open any more. */
export async function setDeclined(tx: Tx<InvitationScope>): Promise<boolean> {
  const declined = await tx
    .update(relationships)
    .set({ status: 'declined' })
    .where(and(ownRelationship(tx, tx.scope.clientId), eq(relationships.status, 'invited')));
  return declined.rowCount === 1;
}

export async function savePreferencesOf(
  tx: Tx<InvitationScope>,
  userId: string,
  values: { unitSystem: 'metric' | 'imperial'; timeZone: string },
): Promise<void> {
  await tx
    .insert(preferences)
    .values({ userId, ...values })
    .onConflictDoUpdate({ target: preferences.userId, set: values });
}
