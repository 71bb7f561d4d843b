import type { MealPlan } from '@stridewell/contract/meals/meals.plan.rules';
import {
  and,
  asc,
  count,
  countDistinct,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lte,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { timelineEvent } from '../../core/events/events.data.ts';
import { clientZone, isCovered, isCurrent } from '../../core/relationships/relationships.data.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import type { CoachKey } from '../../core/tenancy/placement.ts';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { mealPlans, mealPlanVersions } from './meals.table.ts';

type CoachTx = Tx<CoachScope>;

const isOfCoach = (tx: Tx<CoachScope | ClientScope>) => eq(mealPlans.coachId, tx.scope.coachId);
const isPlan = (tx: CoachTx, id: string) => and(isOfCoach(tx), eq(mealPlans.id, id));

const LISTED = {
  id: mealPlans.id,
  clientId: mealPlans.clientId,
  name: mealPlans.name,
  days: mealPlans.days,
  archived: mealPlans.archived,
  templateId: mealPlans.templateId,
  startDay: mealPlans.startDay,
  endDay: mealPlans.endDay,
  updatedAt: mealPlans.updatedAt,
};
const STORED = { ...LISTED, content: mealPlans.content, template: mealPlans.template, version: mealPlans.version };

/** The coach's templates, without their content. */
export const selectTemplates = (tx: CoachTx) =>
  tx
    .select(LISTED)
    .from(mealPlans)
    .where(and(isOfCoach(tx), isNull(mealPlans.clientId)));

/** The plans of a client with their content, the latest first. `timeZone`: that of the client; null without one. */
export const selectOfClient = (tx: CoachTx, clientId: string) =>
  tx
    .select({
      ...LISTED,
      content: mealPlans.content,
      clientName: relationships.fullName,
      timeZone: clientZone(tx.scope.coachId),
    })
    .from(mealPlans)
    .innerJoin(relationships, isOwner)
    .where(and(isOfCoach(tx), eq(mealPlans.clientId, clientId)))
    .orderBy(desc(mealPlans.startDay), desc(mealPlans.createdAt), mealPlans.id);

const isOwner = and(eq(relationships.coachId, mealPlans.coachId), eq(relationships.clientId, mealPlans.clientId));

const isNotOver = (today: string) => or(isNull(mealPlans.endDay), gte(mealPlans.endDay, today));

/** Templates of the meal plans that are not over on `today`, of the client of a `relationships` row. */
export const selectFollowedTemplates = (coachId: CoachKey, today: string): SQL =>
  sql`(select p.template_id from ${mealPlans} p where p.coach_id = ${coachId}
    and p.client_id = client_coach_relationships.client_id and (p.end_day is null or p.end_day >= ${today}))`;

/** Condition that the client of a `relationships` row has a meal plan that is not over on `today`. */
export const followsMealPlan = (coachId: CoachKey, today: string): SQL =>
  sql`exists ${selectFollowedTemplates(coachId, today)}`;

/** Counts current clients who follow each template on `today` or later. */
export async function countFollowers(tx: CoachTx, today: string): Promise<ReadonlyMap<string, number>> {
  const rows = await tx
    .select({ templateId: mealPlans.templateId, clients: countDistinct(mealPlans.clientId) })
    .from(mealPlans)
    .innerJoin(relationships, isOwner)
    .where(and(isOfCoach(tx), isNotNull(mealPlans.templateId), isNotOver(today), isCurrent))
    .groupBy(mealPlans.templateId);
  return new Map(rows.map(({ templateId, clients }) => [templateId ?? '', clients]));
}

/** A plan with the name of its client, which is null for a template. */
export async function findPlan(tx: CoachTx, id: string) {
  const [row] = await tx
    .select({ ...STORED, clientName: relationships.fullName })
    .from(mealPlans)
    .leftJoin(relationships, isOwner)
    .where(isPlan(tx, id));
  return row;
}

/** Locks a plan until the transaction ends. With `share`, other requests can read it under the same lock. */
export async function lockPlan(tx: CoachTx, id: string, strength: 'update' | 'share' = 'update') {
  const [row] = await tx.select(STORED).from(mealPlans).where(isPlan(tx, id)).for(strength);
  return row;
}

/** Locks the coach's templates until the transaction ends, so that concurrent additions cannot exceed the limit. */
export async function lockTemplates(tx: CoachTx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`meal_plans:${tx.scope.coachId}`}, 0))`);
}

export async function countTemplates(tx: CoachTx): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(mealPlans)
    .where(and(isOfCoach(tx), isNull(mealPlans.clientId)));
  return row?.count ?? 0;
}

/** How many plans each of these clients has. */
export async function countOfClients(tx: CoachTx, clientIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await tx
    .select({ clientId: mealPlans.clientId, count: count() })
    .from(mealPlans)
    .where(and(isOfCoach(tx), inArray(mealPlans.clientId, [...clientIds])))
    .groupBy(mealPlans.clientId);
  return new Map(rows.map((row) => [row.clientId ?? '', row.count]));
}

const columnsOf = (plan: MealPlan) => ({ name: plan.name, days: plan.days.length, content: plan });

/** Turns a copy of a template into the plan of a client. */
export type Ownership = {
  clientId: string;
  templateId: string;
  template: MealPlan;
  startDay: string;
  endDay: string | null;
};

export async function insertPlan(
  tx: CoachTx,
  { id, plan, owner, now }: { id: string; plan: MealPlan; owner: Ownership | null; now: Date },
): Promise<void> {
  await tx
    .insert(mealPlans)
    .values({ coachId: tx.scope.coachId, id, ...columnsOf(plan), ...owner, createdAt: now, updatedAt: now });
}

export async function updateContent(
  tx: CoachTx,
  id: string,
  { plan, version, template, now }: { plan: MealPlan; version: number; template?: MealPlan; now: Date },
): Promise<void> {
  await tx
    .update(mealPlans)
    .set({ ...columnsOf(plan), version, updatedAt: now, ...(template && { template }) })
    .where(isPlan(tx, id));
}

export async function updateBase(tx: CoachTx, id: string, template: MealPlan): Promise<void> {
  await tx.update(mealPlans).set({ template }).where(isPlan(tx, id));
}

/** @returns whether there is such a template */
export async function updateArchived(tx: CoachTx, id: string, archived: boolean): Promise<boolean> {
  const rows = await tx
    .update(mealPlans)
    .set({ archived })
    .where(and(isPlan(tx, id), isNull(mealPlans.clientId)))
    .returning({ id: mealPlans.id });
  return rows.length > 0;
}

export async function updateDates(
  tx: CoachTx,
  id: string,
  dates: { startDay?: string; endDay: string | null },
): Promise<void> {
  await tx.update(mealPlans).set(dates).where(isPlan(tx, id));
}

/** Deletes a plan. Unlinks its copies in a second statement, which sees concurrent assignments. */
export async function deletePlan(tx: CoachTx, id: string): Promise<void> {
  await tx.delete(mealPlans).where(isPlan(tx, id));
  await tx
    .update(mealPlans)
    .set({ templateId: null })
    .where(and(isOfCoach(tx), eq(mealPlans.templateId, id)));
}

/** Locks the clients among `clientIds` in the order of ids, to avoid deadlocks. */
export const lockClients = (tx: CoachTx, clientIds: readonly string[]) =>
  tx
    .select({
      clientId: relationships.clientId,
      personId: relationships.personId,
      status: relationships.status,
      covered: isCovered(tx.scope.coachId),
    })
    .from(relationships)
    .where(and(eq(relationships.coachId, tx.scope.coachId), inArray(relationships.clientId, [...clientIds])))
    .orderBy(relationships.clientId)
    .for('no key update', { of: relationships });

/** The client of each of these plans; null for a template. */
export async function selectOwners(tx: CoachTx, ids: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
  const rows = await tx
    .select({ id: mealPlans.id, clientId: mealPlans.clientId })
    .from(mealPlans)
    .where(and(isOfCoach(tx), inArray(mealPlans.id, [...ids])));
  return new Map(rows.map(({ id, clientId }) => [id, clientId]));
}

/** A client's plans that are followed on `day` or later. */
export const selectFrom = (tx: CoachTx, clientId: string, day: string) =>
  tx
    .select({ id: mealPlans.id, startDay: mealPlans.startDay })
    .from(mealPlans)
    .where(and(isOfCoach(tx), eq(mealPlans.clientId, clientId), isNotOver(day)));

/** Copies of a template that are not over on `today`, by the name of the client. Excludes former clients. */
export const selectCopies = (tx: CoachTx, templateId: string, today: string) =>
  tx
    .select({ ...STORED, clientName: relationships.fullName })
    .from(mealPlans)
    .innerJoin(relationships, isOwner)
    .where(and(isOfCoach(tx), eq(mealPlans.templateId, templateId), isNotOver(today), isCurrent))
    .orderBy(asc(relationships.nameKey), mealPlans.clientId, mealPlans.startDay);

/** A new version replaces the latest one if that was started within this time. */
const VERSION_MS = 10 * 60_000;
const VERSIONS_MAX = 30;

const isVersionOf = (tx: CoachTx, planId: string) =>
  and(eq(mealPlanVersions.coachId, tx.scope.coachId), eq(mealPlanVersions.planId, planId));

/** Stores a version of a plan. Replaces the latest one if that was started within ten minutes. */
export async function keepVersion(
  tx: CoachTx,
  planId: string,
  { version, content, now }: { version: number; content: MealPlan; now: Date },
): Promise<void> {
  const { coachId } = tx.scope;
  const [latest] = await tx
    .select({ version: mealPlanVersions.version, startedAt: mealPlanVersions.startedAt })
    .from(mealPlanVersions)
    .where(isVersionOf(tx, planId))
    .orderBy(desc(mealPlanVersions.version))
    .limit(1);
  if (latest && now.getTime() - latest.startedAt.getTime() < VERSION_MS) {
    await tx
      .update(mealPlanVersions)
      .set({ version, content, savedAt: now })
      .where(and(isVersionOf(tx, planId), eq(mealPlanVersions.version, latest.version)));
    return;
  }
  await tx.insert(mealPlanVersions).values({ coachId, planId, version, content, startedAt: now, savedAt: now });
  const oldest = tx
    .select({ version: mealPlanVersions.version })
    .from(mealPlanVersions)
    .where(isVersionOf(tx, planId))
    .orderBy(desc(mealPlanVersions.version))
    .offset(VERSIONS_MAX)
    .limit(1);
  await tx.delete(mealPlanVersions).where(and(isVersionOf(tx, planId), lte(mealPlanVersions.version, oldest)));
}

/** Stored versions, latest first, which may include the current one. */
export const selectVersions = (tx: CoachTx, planId: string) =>
  tx
    .select({ version: mealPlanVersions.version, savedAt: mealPlanVersions.savedAt })
    .from(mealPlanVersions)
    .where(isVersionOf(tx, planId))
    .orderBy(desc(mealPlanVersions.version));

export async function findVersion(tx: CoachTx, planId: string, version: number) {
  const [row] = await tx
    .select({ version: mealPlanVersions.version, savedAt: mealPlanVersions.savedAt, plan: mealPlanVersions.content })
    .from(mealPlanVersions)
    .where(and(isVersionOf(tx, planId), eq(mealPlanVersions.version, version)));
  return row;
}

/** The plans that the client in scope follows on some of these days, the one that counts first. */
export const selectOwn = (tx: Tx<ClientScope>, { from, to }: { from: string; to: string }) =>
  tx
    .select({
      id: mealPlans.id,
      plan: mealPlans.content,
      startDay: sql<string>`${mealPlans.startDay}`,
      endDay: mealPlans.endDay,
    })
    .from(mealPlans)
    .where(and(isOfCoach(tx), eq(mealPlans.clientId, tx.scope.clientId), lte(mealPlans.startDay, to), isNotOver(from)))
    .orderBy(desc(mealPlans.startDay), desc(mealPlans.createdAt), mealPlans.id);

/** The plans of clients on some of these days, the one that counts first, each with the number of meals of its days. */
export const selectPlannedMeals = (
  tx: Tx<CoachScope | ClientScope>,
  clientIds: readonly string[],
  { from, to }: { from: string; to: string },
) =>
  tx
    .select({
      clientId: mealPlans.clientId,
      startDay: sql<string>`${mealPlans.startDay}`,
      endDay: mealPlans.endDay,
      meals: sql<number[]>`(select jsonb_agg(jsonb_array_length(d.value -> 'meals') order by d.ordinality)
        from jsonb_array_elements(${mealPlans.content} -> 'days') with ordinality d)`,
    })
    .from(mealPlans)
    .where(
      and(isOfCoach(tx), inArray(mealPlans.clientId, [...clientIds]), lte(mealPlans.startDay, to), isNotOver(from)),
    )
    .orderBy(desc(mealPlans.startDay), desc(mealPlans.createdAt), mealPlans.id);

/** Timeline line of an assigned plan. Excludes plans that were deleted. */
export const mealPlanLine = (
  coachId: CoachKey,
) => sql`select jsonb_build_object('kind', 'meal_plan', 'id', ${timelineEvent.id}, 'name', p.name,
    'startDay', ${timelineEvent.data} ->> 'startDay') as line
  from meal_plans p where p.coach_id = ${coachId} and p.id = ${timelineEvent.subjectId}`;
