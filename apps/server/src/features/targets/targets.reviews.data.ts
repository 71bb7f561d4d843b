import { type PlanAccess, resolvePlan } from '@stridewell/contract/billing/billing.rules';
import type { AdaptationLimitsInput } from '@stridewell/contract/targets/targets.adaptation';
import type { ReviewStatus } from '@stridewell/contract/targets/targets.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import { and, asc, desc, eq, gte, isNotNull, lte, type Placeholder, sql } from 'drizzle-orm';
import { preferences, users } from '../../core/people/people.table.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Places } from '../../platform/db/prepared.ts';
import type { SystemScope } from '../../platform/db/scope.ts';
import { targetAdaptations, targetReviews } from './targets.table.ts';

type CoachTx = Tx<CoachScope>;
export type ReviewRow = typeof targetReviews.$inferSelect;

/** Plan and units of the coach in scope, for work without a session. */
export async function findReviewer(
  tx: CoachTx,
): Promise<{ access: Pick<PlanAccess, 'plan' | 'subscription_status' | 'grace_until'>; units: UnitSystem }> {
  const [row] = await tx
    .select({
      plan: users.plan,
      status: users.subscriptionStatus,
      graceUntil: users.graceUntil,
      unitSystem: preferences.unitSystem,
    })
    .from(users)
    .leftJoin(preferences, eq(preferences.userId, users.id))
    .where(eq(users.id, tx.scope.coachId));
  return {
    access: {
      plan: resolvePlan({ storedPlan: row?.plan ?? null, role: 'Coach-Base' }, 'server'),
      subscription_status: row?.status ?? '',
      grace_until: row?.graceUntil?.toISOString() ?? null,
    },
    units: row?.unitSystem === 'imperial' ? 'imperial' : 'metric',
  };
}

const isReviewOf = (tx: CoachTx, clientId: string) =>
  and(eq(targetReviews.coachId, tx.scope.coachId), eq(targetReviews.clientId, clientId));

/** Reviews of a client since a day, newest first. */
export const selectReviews = (tx: CoachTx, clientId: string, since: string): Promise<ReviewRow[]> =>
  tx
    .select()
    .from(targetReviews)
    .where(and(isReviewOf(tx, clientId), gte(targetReviews.day, since)))
    .orderBy(desc(targetReviews.day));

export async function findReview(tx: CoachTx, id: string): Promise<ReviewRow | undefined> {
  const [row] = await tx
    .select()
    .from(targetReviews)
    .where(and(eq(targetReviews.coachId, tx.scope.coachId), eq(targetReviews.id, id)));
  return row;
}

/** Proposals for active clients that wait for the coach. */
const isOpen = (coachId: string | Placeholder) =>
  and(
    eq(targetReviews.coachId, coachId),
    eq(targetReviews.status, 'open'),
    isNotNull(targetReviews.toKcal),
    eq(relationships.status, 'active'),
  );

const isOfReview = and(
  eq(relationships.coachId, targetReviews.coachId),
  eq(relationships.clientId, targetReviews.clientId),
);

/** The proposals that wait for the coach, longest waiting first. */
export const selectOpenReviews = (tx: CoachTx, limit: number) =>
  tx
    .select({
      id: targetReviews.id,
      clientId: targetReviews.clientId,
      clientName: relationships.fullName,
      fromKcal: targetReviews.fromKcal,
      toKcal: targetReviews.toKcal,
      sentence: targetReviews.sentence,
    })
    .from(targetReviews)
    .innerJoin(relationships, isOfReview)
    .where(isOpen(tx.scope.coachId))
    .orderBy(asc(targetReviews.createdAt), asc(targetReviews.id))
    .limit(limit);

/** The same proposals by `place`, with the total, in the columns of open adjustments: one statement reads both. */
export const selectOpenTargets = (tx: CoachTx, { coachId, limit }: Places<{ limit: number }>) =>
  tx
    .select({
      clientId: targetReviews.clientId,
      clientName: relationships.fullName,
      open: sql<number>`1`.as('open'),
      reason: sql<string>`''`.as('reason'),
      pain: sql<boolean>`false`.as('pain'),
      place: sql<number>`(row_number() over (order by ${targetReviews.createdAt}, ${targetReviews.id}))::int`.as(
        'place',
      ),
      total: sql<number>`(count(*) over ())::int`.as('total'),
      fromKcal: sql<number | null>`${targetReviews.fromKcal}`.as('from_kcal'),
      toKcal: sql<number | null>`${targetReviews.toKcal}`.as('to_kcal'),
    })
    .from(targetReviews)
    .innerJoin(relationships, isOfReview)
    .where(isOpen(coachId))
    .orderBy(asc(targetReviews.createdAt), asc(targetReviews.id))
    .limit(limit);

type NewReview = Omit<typeof targetReviews.$inferInsert, 'coachId'>;

/** Stores a review, unless the day has one. @returns whether it was stored */
export async function insertReview(tx: CoachTx, review: NewReview): Promise<boolean> {
  const rows = await tx
    .insert(targetReviews)
    .values({ ...review, coachId: tx.scope.coachId })
    .onConflictDoNothing()
    .returning({ id: targetReviews.id });
  return rows.length > 0;
}

export async function updateReview(tx: CoachTx, id: string, status: ReviewStatus, changedAt: Date): Promise<void> {
  await tx
    .update(targetReviews)
    .set({ status, changedAt })
    .where(and(eq(targetReviews.coachId, tx.scope.coachId), eq(targetReviews.id, id)));
}

/** Marks proposals that wait for the coach as replaced. */
export async function replaceOpen(tx: CoachTx, clientId: string, changedAt: Date): Promise<void> {
  await tx
    .update(targetReviews)
    .set({ status: 'replaced', changedAt })
    .where(and(isReviewOf(tx, clientId), eq(targetReviews.status, 'open')));
}

const isAdaptationOf = (tx: CoachTx, clientId: string) =>
  and(eq(targetAdaptations.coachId, tx.scope.coachId), eq(targetAdaptations.clientId, clientId));

export async function findAdaptation(tx: CoachTx, clientId: string) {
  const [row] = await tx.select().from(targetAdaptations).where(isAdaptationOf(tx, clientId));
  return row;
}

export async function upsertLimits(tx: CoachTx, clientId: string, limits: AdaptationLimitsInput): Promise<void> {
  const { isOn, withoutApproval, lowest, highest } = limits;
  const set = { isOn, withoutApproval, lowest, highest };
  await tx
    .insert(targetAdaptations)
    .values({ coachId: tx.scope.coachId, clientId, ...set })
    .onConflictDoUpdate({ target: [targetAdaptations.coachId, targetAdaptations.clientId], set });
}

/** Sets when the client's target is reviewed next; null for never. */
export async function setReviewDue(tx: CoachTx, clientId: string, dueAt: Date | null): Promise<void> {
  await tx
    .insert(targetAdaptations)
    .values({ coachId: tx.scope.coachId, clientId, dueAt })
    .onConflictDoUpdate({ target: [targetAdaptations.coachId, targetAdaptations.clientId], set: { dueAt } });
}

/** Cursor in the list of due clients. */
export type DuePlace = { dueAt: string; coachId: string; clientId: string };

/** Clients whose target is due for a review, longest waiting first, after a cursor. */
export async function selectDueTargets(
  tx: Tx<SystemScope<'targets'>>,
  { now, after, limit }: { now: Date; after: DuePlace | undefined; limit: number },
): Promise<DuePlace[]> {
  const { dueAt, coachId, clientId } = targetAdaptations;
  const rows = await tx
    .select({ dueAt, coachId, clientId })
    .from(targetAdaptations)
    .where(
      and(
        lte(dueAt, now),
        after &&
          sql`(${dueAt}, ${coachId}, ${clientId}) > (${after.dueAt}::timestamptz, ${after.coachId}::uuid, ${after.clientId}::uuid)`,
      ),
    )
    .orderBy(asc(dueAt), asc(coachId), asc(clientId))
    .limit(limit);
  return rows.map((row) => ({ ...row, dueAt: row.dueAt?.toISOString() ?? '' }));
}
