import type { Template } from '@stridewell/contract/checkins/checkins';
import type { Question } from '@stridewell/contract/checkins/checkins.forms.rules';
import { and, asc, count, eq, sql } from 'drizzle-orm';
import { isCurrent } from '../../core/relationships/relationships.data.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { checkInTemplates, checkInTemplateVersions } from './checkins.table.ts';

/** Counts the current clients whose chosen form is the outer row. */
const clientsWith = (tx: Tx<CoachScope>) =>
  tx
    .select({ count: sql`count(*)::int` })
    .from(relationships)
    .where(
      and(
        eq(relationships.coachId, tx.scope.coachId),
        eq(relationships.checkInTemplateId, checkInTemplates.id),
        isCurrent,
      ),
    );

const templatesOf = (tx: Tx<CoachScope>) =>
  tx
    .select({
      id: checkInTemplates.id,
      name: checkInTemplates.name,
      archived: checkInTemplates.archived,
      isDefault: checkInTemplates.isDefault,
      version: checkInTemplates.version,
      questions: checkInTemplateVersions.questions,
      clients: sql<number>`${clientsWith(tx)}`,
    })
    .from(checkInTemplates)
    .innerJoin(
      checkInTemplateVersions,
      and(
        eq(checkInTemplateVersions.coachId, checkInTemplates.coachId),
        eq(checkInTemplateVersions.templateId, checkInTemplates.id),
        eq(checkInTemplateVersions.version, checkInTemplates.version),
      ),
    );

/** Oldest first. */
export const selectTemplates = (tx: Tx<CoachScope>): Promise<Template[]> =>
  templatesOf(tx)
    .where(eq(checkInTemplates.coachId, tx.scope.coachId))
    .orderBy(asc(checkInTemplates.createdAt), asc(checkInTemplates.id));

export async function findTemplate(tx: Tx<CoachScope>, id: string): Promise<Template | undefined> {
  const [row] = await templatesOf(tx).where(
    and(eq(checkInTemplates.coachId, tx.scope.coachId), eq(checkInTemplates.id, id)),
  );
  return row;
}

/** Whether a form exists and is not archived. */
export async function isTemplateOpen(tx: Tx<CoachScope>, id: string): Promise<boolean> {
  const found = await findTemplate(tx, id);
  return found?.archived === false;
}

export async function countTemplates(tx: Tx<CoachScope>): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(checkInTemplates)
    .where(eq(checkInTemplates.coachId, tx.scope.coachId));
  return row?.count ?? 0;
}

/** Locks all forms of the coach, so that changes run one after another. */
export async function lockTemplates(tx: Tx<CoachScope>): Promise<void> {
  await tx
    .select({ id: checkInTemplates.id })
    .from(checkInTemplates)
    .where(eq(checkInTemplates.coachId, tx.scope.coachId))
    .orderBy(asc(checkInTemplates.id))
    .for('update');
}

/** @returns false when the id is taken */
export async function insertTemplate(tx: Tx<CoachScope>, id: string, name: string): Promise<boolean> {
  const result = await tx
    .insert(checkInTemplates)
    .values({ coachId: tx.scope.coachId, id, name, version: 0 })
    .onConflictDoNothing();
  return result.rowCount === 1;
}

/** Adds a version and makes it the current one. */
export async function insertVersion(
  tx: Tx<CoachScope>,
  { id, name, version, questions }: { id: string; name: string; version: number; questions: Question[] },
): Promise<void> {
  const { coachId } = tx.scope;
  await tx.insert(checkInTemplateVersions).values({ coachId, templateId: id, version, questions });
  await updateTemplateRow(tx, id, { name, version });
}

export async function updateTemplateRow(
  tx: Tx<CoachScope>,
  id: string,
  change: { name?: string; version?: number; archived?: boolean; isDefault?: boolean },
): Promise<void> {
  await tx
    .update(checkInTemplates)
    .set(change)
    .where(and(eq(checkInTemplates.coachId, tx.scope.coachId), eq(checkInTemplates.id, id)));
}

export async function clearDefault(tx: Tx<CoachScope>): Promise<void> {
  await tx
    .update(checkInTemplates)
    .set({ isDefault: false })
    .where(and(eq(checkInTemplates.coachId, tx.scope.coachId), eq(checkInTemplates.isDefault, true)));
}
