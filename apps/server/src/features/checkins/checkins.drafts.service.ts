import type { CheckInDraft } from '@stridewell/contract/checkins/checkins.answers.rules';
import { areAnswersEqual } from '@stridewell/contract/checkins/checkins.forms.rules';
import { dayInZone } from '@stridewell/contract/time';
import { reportedWorkouts } from '@stridewell/contract/workouts/workouts.adherence.rules';
import { refuse } from '../../core/refusals.ts';
import { isCurrentStatus, lockRelationship } from '../../core/relationships/relationships.data.ts';
import type { ClientScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { trainingRange } from '../workouts/workouts.adherence.service.ts';
import { findFormFor, findRelationship } from './checkins.data.ts';
import { deleteOwnDraft, findDraft, upsertDraft } from './checkins.drafts.data.ts';
import { shownCheckIns, shownForm } from './checkins.hidden.service.ts';
import { getOwnCheckInStatus, listCheckIns, requireScoped } from './checkins.service.ts';

export { deleteOwnDraft as deleteCheckInDraft };

type DraftContent = Omit<CheckInDraft, 'savedAt'>;
/** `basedOn` is the time of the draft that a device loaded: null without one, undefined to overwrite any draft. */
export type DraftBase = { basedOn?: string | null | undefined };

/**
 * Refuses to overwrite `draft`, which another device saved since `basedOn`. Identical answers do not count as a conflict.
 * @throws DRAFT_NEWER with that draft
 */
export function refuseStaleDraft(
  tx: Tx<ClientScope, 'DRAFT_NEWER'>,
  draft: CheckInDraft | null,
  { basedOn, ...own }: DraftContent & DraftBase,
): void {
  if (basedOn === undefined) return;
  if (!draft || (basedOn !== null && Date.parse(draft.savedAt) <= Date.parse(basedOn))) return;
  if (draft.id === own.id && areAnswersEqual(draft.answers, own.answers)) return;
  throw refuse(tx, 'DRAFT_NEWER', { data: { draft } });
}

/** @throws DRAFT_NEWER */
export async function saveCheckInDraft(
  tx: Tx<ClientScope, 'DRAFT_NEWER'>,
  { basedOn, id, templateId, version, answers }: DraftContent & DraftBase,
  now: Date,
): Promise<{ savedAt: string }> {
  const draft = { id, templateId, version, answers };
  if (basedOn !== undefined) {
    // Sent in this order on one connection: of two devices the second one sees the draft of the first.
    const [, stored] = await Promise.all([lockRelationship(tx, tx.scope.clientId), findDraft(tx)]);
    refuseStaleDraft(tx, stored, { ...draft, basedOn });
  }
  await upsertDraft(tx, draft, now);
  return { savedAt: now.toISOString() };
}

/** The form of the client in scope with their draft, and when it is due. */
export async function getCheckInForm(tx: Tx<ClientScope>, now: Date) {
  const { clientId } = tx.scope;
  const [{ today, status, last, readOnly, schedule, planned }, form, draft] = await Promise.all([
    getOwnCheckInStatus(tx, now, trainingRange(now)),
    findFormFor(tx, clientId),
    findDraft(tx),
  ]);
  const workouts = reportedWorkouts(planned, { ...schedule, day: today, before: last?.day ?? null });
  const [shownLast = null] = shownCheckIns(tx, last ? [last] : [], [form]);
  return { today, status, last: shownLast, form: shownForm(tx, form), draft, readOnly, workouts };
}

/** The check-ins of the client in scope, with the replies of the coach. */
export async function listOwnCheckIns(tx: Tx<ClientScope>, now: Date) {
  const { clientId } = tx.scope;
  const [relationship, history] = await Promise.all([findRelationship(tx, clientId), listCheckIns(tx, clientId)]);
  const { timeZone, status, covered } = requireScoped(relationship);
  const canWrite = isCurrentStatus(status) && covered;
  return {
    ...history,
    checkIns: history.checkIns.map((checkIn) => ({
      ...checkIn,
      editable: canWrite && !checkIn.byCoach && checkIn.reply === null,
    })),
    today: dayInZone(now, timeZone),
  };
}
