import type { RelationshipStatus } from '@stridewell/contract/people.rules';
import { and, asc, eq, type SQLWrapper, sql } from 'drizzle-orm';
import { followRelationship, isScoringObjected } from '../../core/relationships/coachings.data.ts';
import { isCovered, isRelationshipWith } from '../../core/relationships/relationships.data.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import type { CoachKey } from '../../core/tenancy/placement.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type Places, prepared } from '../../platform/db/prepared.ts';
import { lastSessionAt } from '../calendar/calendar.service.ts';
import { checkedDays, recentCheckIns } from '../checkins/checkins.service.ts';
import { lastIndividualMessageAt, lastMessageFromClientAt } from '../messages/messages.service.ts';
import { weighedSince, weightColumns } from '../progress/progress.service.ts';
import { training, trainingRange } from '../workouts/workouts.adherence.service.ts';
import { invitations } from './clients.table.ts';
import { lastVisitDay, lastVisitUntil } from './clients.visits.data.ts';

/** Days of planned workouts (`trainingRange`). */
export type TrainingRange = { from: SQLWrapper | string; to: SQLWrapper | string };
/** Also has the day of the first weigh-in that counts (`weighedSince`). */
export type FigureDays = TrainingRange & { weighed: SQLWrapper | string };

export const figureDays = (now: Date) => ({ ...trainingRange(now), weighed: weighedSince(now) });

const trackedColumns = (coachId: CoachKey, range: TrainingRange) => ({
  clientId: relationships.clientId,
  fullName: relationships.fullName,
  checkInAnchor: relationships.checkInAnchor,
  checkInIntervalDays: relationships.checkInIntervalDays,
  checkInWeekdays: relationships.checkInWeekdays,
  checkInTimeZone: relationships.checkInTimeZone,
  checkInPauses: relationships.checkInPauses,
  checkIns: recentCheckIns(coachId),
  training: training(coachId, range),
  nutritionShare: relationships.nutritionShare,
  lastMessageAt: lastMessageFromClientAt(coachId),
  lastSessionAt: lastSessionAt(coachId),
  lastVisitDay: lastVisitDay(coachId),
  isUnscored: isScoringObjected(coachId),
  status: sql<RelationshipStatus>`${relationships.status}`,
  onboarded: relationships.onboardingCompleted,
  createdAt: relationships.createdAt,
  acceptedAt: relationships.acceptedAt,
});
// Outer columns are written as SQL, because a select from one table omits the table's name.
const invitationExpiresAt = (coachId: CoachKey) =>
  sql<Date | null>`case when client_coach_relationships.status = 'invited' then (
    select i.expires_at from ${invitations} i where i.coach_id = ${coachId}
    and i.client_id = client_coach_relationships.client_id) end`.mapWith(invitations.expiresAt);

export const clientColumns = (coachId: CoachKey, days: FigureDays) => ({
  ...trackedColumns(coachId, days),
  ...weightColumns(coachId, days.weighed),
  personId: relationships.personId,
  email: relationships.email,
  goal: relationships.goal,
  photoId: relationships.photoId,
  invitationExpiresAt: invitationExpiresAt(coachId),
});

type TrackedFilter = { statuses: readonly RelationshipStatus[]; from: string; to: string; weighed: string };

/** Clients with one of the `statuses`, by name, with the columns for the dashboard's rules. */
export const selectTrackedClients = prepared(
  'tracked_clients',
  (tx: Tx<CoachScope>, { coachId, statuses, from, to, weighed }: Places<TrackedFilter>) =>
    tx
      .select({
        ...trackedColumns(coachId, { from, to }),
        ...weightColumns(coachId, weighed),
        checkedDays: checkedDays(coachId),
        lastIndividualAt: lastIndividualMessageAt(coachId),
      })
      .from(relationships)
      .where(and(eq(relationships.coachId, coachId), sql`${relationships.status} = any(${statuses})`))
      .orderBy(asc(relationships.fullName), asc(relationships.clientId)),
);

const clientOf = prepared(
  'client',
  (tx: Tx<CoachScope>, places: Places<{ id: string; from: string; to: string; weighed: string }>) =>
    tx
      .select({ ...clientColumns(places.coachId, places), covered: isCovered(places.coachId) })
      .from(relationships)
      .where(and(eq(relationships.coachId, places.coachId), eq(relationships.clientId, places.id))),
);

export async function findClient(tx: Tx<CoachScope>, id: string, now: Date) {
  const [row] = await clientOf(tx, { id, ...figureDays(now) });
  return row;
}

/** The facts of one client's score up to a past day, apart from nutrition. @param range of the planned workouts */
export async function findScoredUntil(
  tx: Tx<CoachScope>,
  clientId: string,
  { day, range }: { day: string; range: { from: string; to: string } },
) {
  const { coachId } = tx.scope;
  const [row] = await tx
    .select({
      checkIns: recentCheckIns(coachId, day),
      training: training(coachId, range),
      lastVisitDay: lastVisitUntil(coachId, sql`client_coach_relationships.client_id`, sql`${day}::date`),
    })
    .from(relationships)
    .where(isRelationshipWith(tx, clientId));
  return row;
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

/** Also opens or closes a pause: nothing is due between the day a client stops being active and their return. */
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
  await tx.update(relationships).set({ status, checkInPauses: pauses }).where(isRelationshipWith(tx, clientId));
  await followRelationship(tx, clientId);
}
