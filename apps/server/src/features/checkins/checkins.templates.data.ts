import type { Template } from '@stridewell/contract/checkins';
import type { Question } from '@stridewell/contract/checkins.forms.rules';
import { and, asc, count, eq, sql } from 'drizzle-orm';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { checkInTemplates, checkInTemplateVersions } from './checkins.table.ts';

const templatesOf = (tx: Tx<CoachScope>) =>
  tx
    .select({
      id: checkInTemplates.id,
      name: checkInTemplates.name,
      archived: checkInTemplates.archived,
      isDefault: checkInTemplates.isDefault,
      version: checkInTemplates.version,
      questions: checkInTemplateVersions.questions,
      clients: sql<number>`(select count(*)::int from client_coach_relationships r
        where r.coach_id = ${checkInTemplates.coachId} and r.check_in_template_id = ${checkInTemplates.id}
        and r.status in ('active', 'paused'))`,
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

/** In the order in which they were made. */
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

/** Whether the coach may use a form from now on. */
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

/** All forms of the coach, held until the transaction ends: changes of them come one after the other. */
export async function lockTemplates(tx: Tx<CoachScope>): Promise<void> {
  await tx
    .select({ id: checkInTemplates.id })
    .from(checkInTemplates)
    .where(eq(checkInTemplates.coachId, tx.scope.coachId))
    .orderBy(asc(checkInTemplates.id))
    .for('update');
}

/** False when the id is taken. */
export async function insertTemplate(tx: Tx<CoachScope>, id: string, name: string): Promise<boolean> {
  const result = await tx
    .insert(checkInTemplates)
    .values({ coachId: tx.scope.coachId, id, name, version: 0 })
    .onConflictDoNothing();
  return result.rowCount === 1;
}

/** Makes `version` the one that is asked. */
export async function insertVersion(
  tx: Tx<CoachScope>,
  { id, name, version, questions }: { id: string; name: string; version: number; questions: Question[] },
): Promise<void> {
  const { coachId } = tx.scope;
  await tx.insert(checkInTemplateVersions).values({ coachId, templateId: id, version, questions });
  await updateTemplate(tx, id, { name, version });
}

export async function updateTemplate(
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
