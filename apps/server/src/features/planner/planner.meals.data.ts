import { and, eq, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { CoachKey } from '../../core/tenancy/placement.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { selectFollowedTemplates } from '../meals/meals.service.ts';
import { mealDrafts } from './planner.table.ts';

export type MealDraftRow = typeof mealDrafts.$inferSelect;

const isDraft = (tx: Tx<CoachScope>, id: string) =>
  and(eq(mealDrafts.coachId, tx.scope.coachId), eq(mealDrafts.id, id));

/** Condition that the client of a `relationships` row has a drafted meal plan that is not over on `today`. */
export const followsDraftedMealPlan = (coachId: CoachKey, today: string): SQL =>
  sql`exists (select from ${mealDrafts} d where d.coach_id = ${coachId}
    and d.used_as::text in ${selectFollowedTemplates(coachId, today)})`;

export async function findMealDraft(tx: Tx<CoachScope>, id: string): Promise<MealDraftRow | undefined> {
  const [row] = await tx.select().from(mealDrafts).where(isDraft(tx, id));
  return row;
}

/** Reads a draft and locks it until the transaction ends, so that it is used once. */
export async function lockMealDraft(tx: Tx<CoachScope>, id: string): Promise<MealDraftRow | undefined> {
  const [row] = await tx.select().from(mealDrafts).where(isDraft(tx, id)).for('update');
  return row;
}

/** Stores a draft, unless one with its id exists. */
export async function insertMealDraft(
  tx: Tx<CoachScope>,
  row: Omit<typeof mealDrafts.$inferInsert, 'coachId'>,
): Promise<void> {
  await tx
    .insert(mealDrafts)
    .values({ coachId: tx.scope.coachId, ...row })
    .onConflictDoNothing();
}

export async function updateMealDraft(
  tx: Tx<CoachScope>,
  id: string,
  change: Partial<Pick<MealDraftRow, 'usedAs' | 'edits' | 'approvedAt' | 'content' | 'reasons'>>,
): Promise<void> {
  await tx.update(mealDrafts).set(change).where(isDraft(tx, id));
}

const isUnused = (tx: Tx<CoachScope>) => and(eq(mealDrafts.coachId, tx.scope.coachId), isNull(mealDrafts.usedAs));

/** Deletes a draft that became no template. */
export async function deleteMealDraft(tx: Tx<CoachScope>, id: string): Promise<void> {
  await tx.delete(mealDrafts).where(and(isUnused(tx), eq(mealDrafts.id, id)));
}

/** Deletes unused drafts of the coach from before an instant. */
export async function deleteUnusedMeals(tx: Tx<CoachScope>, before: Date): Promise<void> {
  await tx.delete(mealDrafts).where(and(isUnused(tx), lt(mealDrafts.at, before)));
}
