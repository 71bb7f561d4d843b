import type { CheckIn, UnreviewedCheckIn } from '@stridewell/contract/checkins/checkins.answers.rules';
import { ADHERENCE_DAYS } from '@stridewell/contract/workouts/workouts.adherence.rules';
import { and, asc, eq, isNull, type Placeholder, sql } from 'drizzle-orm';
import { coaches } from '../../core/people/people.table.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import type { CoachKey } from '../../core/tenancy/placement.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { prepared } from '../../platform/db/prepared.ts';
import { plannedDays } from '../workouts/workouts.adherence.service.ts';
import { scheduleTimeZone, selectCheckIns, selectFormsOf, selectReplies, withReplies } from './checkins.data.ts';
import { writtenAnswer } from './checkins.quotes.data.ts';
import { checkInQuickReplies, checkIns } from './checkins.table.ts';

const QUEUE_LIMIT = 100;
const EARLIER = 12;
const WEIGHT_POINTS = 26;
const CLOCK_DAYS = 30;

const FIGURES = sql`'adherence', b.adherence, 'nutrition', b.nutrition, 'energy', b.energy, 'sleepHours', b.sleep_hours`;
/** The previous check-in, with the latest weight up to it. */
const figuresBefore = (coachId: CoachKey) => sql<
  UnreviewedCheckIn['before']
>`(select json_build_object(${FIGURES}, 'weightKg',
    (select w.weight_kg from check_ins w where w.coach_id = ${coachId} and w.client_id = b.client_id
      and (w.submitted_at, w.id) <= (b.submitted_at, b.id) and w.weight_kg is not null
      order by w.submitted_at desc, w.id desc limit 1))
  from check_ins b where b.coach_id = ${coachId} and b.client_id = check_ins.client_id
    and (b.submitted_at, b.id) < (check_ins.submitted_at, check_ins.id)
  order by b.submitted_at desc, b.id desc limit 1)`;

const isOfRelationship = and(
  eq(relationships.coachId, checkIns.coachId),
  eq(relationships.clientId, checkIns.clientId),
);
const isUnreviewed = (coachId: Placeholder) => and(eq(checkIns.coachId, coachId), isNull(checkIns.reviewedAt));
const oldestFirst = [asc(checkIns.submittedAt), asc(checkIns.id)];
const total = sql<number>`count(*) over ()::int`;

/** Names of the clients of check-ins without a review, in the order of `selectUnreviewed`. */
export const selectUnreviewedNames = prepared('unreviewed_names', (tx: Tx<CoachScope>, { coachId }) =>
  tx
    .select({
      checkInId: checkIns.id,
      clientId: checkIns.clientId,
      clientName: relationships.fullName,
      submittedAt: checkIns.submittedAt,
      total,
    })
    .from(checkIns)
    .innerJoin(relationships, isOfRelationship)
    .where(isUnreviewed(coachId))
    .orderBy(...oldestFirst)
    .limit(QUEUE_LIMIT),
);

/** Check-ins without a review, oldest first. `total` of each row counts all of them. */
export const selectUnreviewed = prepared('unreviewed', (tx: Tx<CoachScope>, { coachId }) =>
  tx
    .select({
      id: checkIns.id,
      clientId: checkIns.clientId,
      clientName: relationships.fullName,
      photoId: relationships.photoId,
      goal: relationships.goal,
      day: checkIns.day,
      submittedAt: checkIns.submittedAt,
      total,
      figures: {
        weightKg: checkIns.weightKg,
        adherence: checkIns.adherence,
        nutrition: checkIns.nutrition,
        energy: checkIns.energy,
        sleepHours: checkIns.sleepHours,
      },
      before: figuresBefore(coachId),
      text: writtenAnswer(coachId, sql`check_ins`),
    })
    .from(checkIns)
    .innerJoin(relationships, isOfRelationship)
    .where(isUnreviewed(coachId))
    .orderBy(...oldestFirst)
    .limit(QUEUE_LIMIT),
);

/** The oldest check-in of a client without a review; null without one. */
export async function findUnreviewedOf(tx: Tx<CoachScope>, clientId: string): Promise<string | null> {
  const [row] = await tx
    .select({ id: checkIns.id })
    .from(checkIns)
    .where(and(eq(checkIns.coachId, tx.scope.coachId), eq(checkIns.clientId, clientId), isNull(checkIns.reviewedAt)))
    .orderBy(asc(checkIns.submittedAt), asc(checkIns.id))
    .limit(1);
  return row?.id ?? null;
}

/** Median hours from check-in to review in the last days; null without a review. */
export async function medianReviewHours(tx: Tx<CoachScope>, now: Date): Promise<number | null> {
  const [row] = await tx
    .select({
      hours: sql<number | null>`percentile_cont(0.5) within group
        (order by extract(epoch from ${checkIns.reviewedAt} - ${checkIns.submittedAt}) / 3600)::float8`,
    })
    .from(checkIns)
    .where(
      and(
        eq(checkIns.coachId, tx.scope.coachId),
        eq(checkIns.byCoach, false),
        sql`${checkIns.reviewedAt} is not null`,
        sql`${checkIns.submittedAt} > ${now.toISOString()}::timestamptz - ${CLOCK_DAYS} * interval '1 day'`,
      ),
    );
  return row?.hours ?? null;
}

export async function findQuickReplies(tx: Tx<CoachScope>): Promise<string[]> {
  const [row] = await tx
    .select({ replies: checkInQuickReplies.replies })
    .from(checkInQuickReplies)
    .where(eq(checkInQuickReplies.coachId, tx.scope.coachId));
  return row?.replies ?? [];
}

export async function upsertQuickReplies(tx: Tx<CoachScope>, replies: string[]): Promise<void> {
  await tx
    .insert(checkInQuickReplies)
    .values({ coachId: tx.scope.coachId, replies })
    .onConflictDoUpdate({ target: checkInQuickReplies.coachId, set: { replies } });
}

const ofCheckIn = (tx: Tx<CoachScope>, id: string) => and(eq(checkIns.coachId, tx.scope.coachId), eq(checkIns.id, id));

/** The client of a check-in, the planned workouts before it, and the relationship's status. */
export async function findReviewed(tx: Tx<CoachScope>, id: string) {
  const [row] = await tx
    .select({
      clientId: checkIns.clientId,
      reviewedAt: checkIns.reviewedAt,
      clientName: relationships.fullName,
      goal: relationships.goal,
      status: relationships.status,
      personId: relationships.personId,
      timeZone: scheduleTimeZone,
      intervalDays: relationships.checkInIntervalDays,
      pauses: relationships.checkInPauses,
      planned: plannedDays(tx.scope.coachId, sql`check_ins.client_id`, {
        from: sql`check_ins.day - ${ADHERENCE_DAYS}::integer`,
        to: sql`check_ins.day`,
      }),
    })
    .from(checkIns)
    .innerJoin(
      relationships,
      and(eq(relationships.coachId, checkIns.coachId), eq(relationships.clientId, checkIns.clientId)),
    )
    .innerJoin(coaches, eq(coaches.id, checkIns.coachId))
    .where(ofCheckIn(tx, id));
  return row;
}

/** A check-in and the earlier ones, newest first, with their forms and the weights up to it. */
export async function selectHistory(tx: Tx<CoachScope>, id: string) {
  const { coachId } = tx.scope;
  // A subquery, so that no query waits for the client's id.
  const clientId = sql`(select own.client_id from check_ins own where own.coach_id = ${coachId} and own.id = ${id})`;
  const upTo = sql`(${checkIns.submittedAt}, ${checkIns.id}) <= (select own.submitted_at, own.id from check_ins own
    where own.coach_id = ${coachId} and own.id = ${id})`;
  const [history, replies, forms, weights] = await Promise.all([
    selectCheckIns(tx, clientId, EARLIER + 1, upTo),
    selectReplies(tx, clientId, EARLIER + 1, upTo),
    selectFormsOf(tx, clientId, EARLIER + 1, upTo),
    selectCheckIns(tx, clientId, WEIGHT_POINTS, and(upTo, sql`${checkIns.weightKg} is not null`)),
  ]);
  return { history: withReplies(history, replies), forms, weights: weights.flatMap(toPoint).reverse() };
}

const toPoint = ({ day, weightKg }: CheckIn) => (weightKg === null ? [] : [{ day, weightKg }]);

/** Keeps the first review and the first reply. */
export async function markReviewed(
  tx: Tx<CoachScope>,
  id: string,
  { now, replyId }: { now: Date; replyId: string | null },
): Promise<void> {
  await tx
    .update(checkIns)
    .set({
      reviewedAt: sql`coalesce(${checkIns.reviewedAt}, ${now.toISOString()}::timestamptz)`,
      replyId: sql`coalesce(${checkIns.replyId}, ${replyId}::uuid)`,
    })
    .where(ofCheckIn(tx, id));
}
