import type { CheckInDraft } from '@stridewell/contract/checkins/checkins.answers.rules';
import {
  type Answers,
  BUILT_IN_FORM,
  type Form,
  type Question,
} from '@stridewell/contract/checkins/checkins.forms.rules';
import { withoutHiddenAnswers } from '@stridewell/contract/checkins/checkins.hidden.rules';
import { and, eq, notExists, sql } from 'drizzle-orm';
import { listNumbersOff } from '../../core/relationships/coachings.data.ts';
import { coachings } from '../../core/relationships/coachings.table.ts';
import { readsWithoutNumbers } from '../../core/tenancy/numbers.ts';
import type { ClientScope, UserScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { checkInDrafts, checkIns, checkInTemplateVersions } from './checkins.table.ts';

const ownDraft = ({ scope }: Tx<ClientScope>) =>
  and(eq(checkInDrafts.userId, scope.userId), eq(checkInDrafts.coachId, scope.coachId));

/**
 * The client's draft, or null. Ignores a draft that was saved late, after its check-in was submitted. A draft from before
 * the client's numbers were off is read without them.
 */
export async function findDraft(tx: Tx<ClientScope>): Promise<CheckInDraft | null> {
  const { coachId, clientId } = tx.scope;
  const sent = tx
    .select({ id: checkIns.id })
    .from(checkIns)
    .where(and(eq(checkIns.coachId, coachId), eq(checkIns.clientId, clientId), eq(checkIns.id, checkInDrafts.id)));
  const [row] = await tx
    .select({ draft: checkInDrafts, questions: checkInTemplateVersions.questions })
    .from(checkInDrafts)
    .leftJoin(
      checkInTemplateVersions,
      and(
        eq(checkInTemplateVersions.coachId, checkInDrafts.coachId),
        eq(checkInTemplateVersions.templateId, checkInDrafts.templateId),
        eq(checkInTemplateVersions.version, checkInDrafts.version),
      ),
    )
    .where(and(ownDraft(tx), notExists(sent)));
  if (!row) return null;
  const { id, templateId, version, answers, savedAt } = row.draft;
  const questions = templateId === null ? BUILT_IN_FORM.questions : (row.questions ?? undefined);
  const shown = readsWithoutNumbers(tx) ? withoutHiddenAnswers(questions, answers) : answers;
  return { id, templateId, version, answers: shown, savedAt: savedAt.toISOString() };
}

/** Replaces the earlier draft. */
export async function upsertDraft(
  tx: Tx<ClientScope>,
  draft: Omit<CheckInDraft, 'savedAt'>,
  savedAt: Date,
): Promise<void> {
  const { userId, coachId } = tx.scope;
  const values = { ...draft, savedAt };
  await tx
    .insert(checkInDrafts)
    .values({ ...values, userId, coachId })
    .onConflictDoUpdate({ target: [checkInDrafts.coachId, checkInDrafts.userId], set: values });
}

export async function deleteDraft(tx: Tx<ClientScope>, id: string): Promise<void> {
  await tx.delete(checkInDrafts).where(and(ownDraft(tx), eq(checkInDrafts.id, id)));
}

export type OwnDraft = CheckInDraft & { coachId: string; coachName: string; form: Form | null };

type StoredDraft = {
  coach_id: string;
  coach_name: string;
  id: string;
  template_id: string | null;
  version: number;
  answers: Answers;
  saved_at: Date;
  form_name: string | null;
  questions: Question[] | null;
};

/** The person's drafts for all their coaches, newest first. The form is null when it no longer exists. */
export async function selectOwnDrafts(tx: Tx<UserScope>): Promise<OwnDraft[]> {
  const [{ rows }, withoutNumbers] = await Promise.all([
    tx.execute<StoredDraft>(sql`select * from own_check_in_drafts() order by saved_at desc`),
    listNumbersOff(tx),
  ]);
  return rows.map(({ coach_id, coach_name, template_id, form_name, saved_at, questions, ...row }) => {
    const { id, version } = row;
    const templateForm = form_name !== null &&
      questions && { templateId: template_id, version, name: form_name, questions };
    const form = template_id === null ? BUILT_IN_FORM : templateForm || null;
    const savedAt = new Date(saved_at).toISOString();
    const answers = withoutNumbers.has(coach_id) ? withoutHiddenAnswers(form?.questions, row.answers) : row.answers;
    return { id, templateId: template_id, version, answers, savedAt, coachId: coach_id, coachName: coach_name, form };
  });
}

/** Deletes a draft in the tenant of its coach, whichever of the person's coaches that is. */
export async function deleteOwnDraft(tx: Tx<UserScope>, id: string): Promise<void> {
  const { userId } = tx.scope;
  const own = await tx
    .selectDistinct({ coachId: coachings.coachId })
    .from(coachings)
    .where(eq(coachings.userId, userId));
  const { coachId: coach, userId: person, id: draft } = checkInDrafts;
  await Promise.all(
    own.map(({ coachId }) =>
      tx.delete(checkInDrafts).where(and(eq(coach, coachId), eq(person, userId), eq(draft, id))),
    ),
  );
}
