import { and, desc, eq, isNull, lt } from 'drizzle-orm';
import { coaches } from '../../core/people/people.table.ts';
import { isRelationshipWith } from '../../core/relationships/relationships.data.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { plannerDrafts } from './planner.table.ts';

export type DraftRow = typeof plannerDrafts.$inferSelect;
export type NewDraftRow = Omit<typeof plannerDrafts.$inferInsert, 'coachId'>;

const isDraft = (tx: Tx<CoachScope>, id: string) =>
  and(eq(plannerDrafts.coachId, tx.scope.coachId), eq(plannerDrafts.id, id));

/** The status of a client's relationship; undefined when the tenant has no such client. */
export async function findStatus(tx: Tx<CoachScope>, clientId: string): Promise<string | undefined> {
  const [row] = await tx
    .select({ status: relationships.status })
    .from(relationships)
    .where(isRelationshipWith(tx, clientId));
  return row?.status;
}

/** The coach in scope. */
export async function findCoach(tx: Tx<CoachScope>): Promise<{ fullName: string; timeZone: string } | undefined> {
  const [row] = await tx
    .select({ fullName: coaches.fullName, timeZone: coaches.timeZone })
    .from(coaches)
    .where(eq(coaches.id, tx.scope.coachId));
  return row;
}

export async function findDraft(tx: Tx<CoachScope>, id: string): Promise<DraftRow | undefined> {
  const [row] = await tx.select().from(plannerDrafts).where(isDraft(tx, id));
  return row;
}

/** Reads a draft and locks it until the transaction ends, so that it is used once. */
export async function lockDraft(tx: Tx<CoachScope>, id: string): Promise<DraftRow | undefined> {
  const [row] = await tx.select().from(plannerDrafts).where(isDraft(tx, id)).for('update');
  return row;
}

/** The latest draft that became this template or client's program. */
export async function findDraftOf(tx: Tx<CoachScope>, programId: string): Promise<DraftRow | undefined> {
  const [row] = await tx
    .select()
    .from(plannerDrafts)
    .where(and(eq(plannerDrafts.coachId, tx.scope.coachId), eq(plannerDrafts.usedAs, programId)))
    .orderBy(desc(plannerDrafts.at), desc(plannerDrafts.id))
    .limit(1);
  return row;
}

/** Stores a draft, unless one with its id exists. */
export async function insertDraft(tx: Tx<CoachScope>, row: NewDraftRow): Promise<void> {
  await tx
    .insert(plannerDrafts)
    .values({ coachId: tx.scope.coachId, ...row })
    .onConflictDoNothing();
}

export async function updateDraft(
  tx: Tx<CoachScope>,
  id: string,
  change: Partial<Pick<NewDraftRow, 'usedAs' | 'edits' | 'approvedAt' | 'content' | 'reasons'>>,
): Promise<void> {
  await tx.update(plannerDrafts).set(change).where(isDraft(tx, id));
}

/** Deletes unused drafts of the coach from before an instant. */
export async function deleteUnused(tx: Tx<CoachScope>, before: Date): Promise<void> {
  await tx
    .delete(plannerDrafts)
    .where(
      and(eq(plannerDrafts.coachId, tx.scope.coachId), lt(plannerDrafts.at, before), isNull(plannerDrafts.usedAs)),
    );
}
