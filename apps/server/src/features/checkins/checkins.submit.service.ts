import type { CheckIn } from '@stridewell/contract/checkins/checkins.answers.rules';
import {
  type Answers,
  areAnswersEqual,
  BUILT_IN_FORM,
  checkAnswers,
  metricsOf,
  photosOfAnswers,
  trimAnswers,
} from '@stridewell/contract/checkins/checkins.forms.rules';
import { dayInZone, instantInZone } from '@stridewell/contract/time';
import { record } from '../../core/events/events.ts';
import { refuse } from '../../core/refusals.ts';
import { isCurrentStatus } from '../../core/relationships/relationships.data.ts';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { attachFiles } from '../files/files.service.ts';
import { notify } from '../notifications/notifications.service.ts';
import { findCheckIn, findForm, findRelationship, insertCheckIn, type NewCheckIn } from './checkins.data.ts';
import { deleteDraft } from './checkins.drafts.data.ts';
import { type DraftBase, refuseStaleDraft } from './checkins.drafts.service.ts';

export type CheckInInput = { id: string; templateId: string | null; version: number; answers: Answers };

type AnswersTx = Tx<ClientScope | CoachScope, 'ANSWERS_INVALID'>;
type AnswerColumns = Omit<NewCheckIn, 'id' | 'clientId' | 'day' | 'submittedAt' | 'byCoach' | 'reviewedAt'>;

/**
 * Validates answers and maps them to columns. Accepts every version of a form, because a device may have an old one
 * open.
 * @throws ANSWERS_INVALID
 */
export async function checkedColumns(
  tx: AnswersTx,
  { templateId, version, answers }: CheckInInput,
): Promise<AnswerColumns> {
  const form = templateId === null ? BUILT_IN_FORM : await findForm(tx, templateId, version);
  if (!form || form.version !== version) {
    throw refuse(tx, 'ANSWERS_INVALID', { data: { problems: { form: 'This form no longer exists' } } });
  }
  const problems = checkAnswers(form.questions, answers);
  if (Object.keys(problems).length > 0) throw refuse(tx, 'ANSWERS_INVALID', { data: { problems } });
  const given = trimAnswers(answers);
  const metrics = metricsOf(form.questions, given);
  if (templateId !== null) return { ...metrics, templateId, templateVersion: version, answers: given, note: '' };
  const note = typeof given.note === 'string' ? given.note : '';
  return { ...metrics, templateId, templateVersion: null, answers: {}, note };
}

/**
 * Stores a check-in with its photos. When the same check-in is sent twice concurrently, the second finds its photos
 * used or its id taken, and resolves to the first.
 * @throws ANSWERS_INVALID unless each photo is an unused one of the sender for this client
 * @throws NOT_FOUND when the id belongs to another client's check-in
 */
async function storeCheckIn(
  tx: AnswersTx,
  checkIn: NewCheckIn,
  now: Date,
): Promise<{ checkIn: CheckIn; isNew: boolean }> {
  const { id, clientId, answers } = checkIn;
  const ids = photosOfAnswers(answers).map(({ fileId }) => fileId);
  const attached = await attachFiles(tx, { clientId, ids, purpose: 'photo', now });
  const stored = attached && (await insertCheckIn(tx, checkIn));
  if (stored) {
    const { day, submittedAt, adherence, weightKg } = checkIn;
    const data = { day, adherence, weighed: weightKg !== null };
    await record(tx, { type: 'checkin.submitted', clientId, subjectId: id, occurredAt: submittedAt, data });
    return { checkIn: stored, isNew: true };
  }
  const known = await findCheckIn(tx, clientId, id);
  if (known) return { checkIn: known, isNew: false };
  if (attached) throw refuse('NOT_FOUND');
  throw refusePhotos(tx, answers);
}

/** Refusal for photos that are used or not the sender's. */
export function refusePhotos(tx: AnswersTx, answers: Answers) {
  const problem = 'A photo did not arrive. Please add it again.';
  const problems = Object.fromEntries(photosOfAnswers(answers).map(({ questionId }) => [questionId, problem]));
  return refuse(tx, 'ANSWERS_INVALID', { data: { problems } });
}

/**
 * Stores a check-in and notifies the coach. The sender chooses the id, so a repeated request resolves to the stored
 * check-in without another notification, even if the coach's plan no longer covers the client.
 */
async function storeOwnCheckIn(
  tx: Tx<ClientScope, 'ANSWERS_INVALID' | 'COACH_PLAN_FULL'>,
  input: CheckInInput,
  now: Date,
): Promise<{ checkIn: CheckIn; isNew: boolean }> {
  const { coachId, clientId } = tx.scope;
  const known = await findCheckIn(tx, clientId, input.id);
  if (known) return { checkIn: known, isNew: false };
  const relationship = await findRelationship(tx, clientId);
  if (relationship?.covered !== true) throw refuse(tx, 'COACH_PLAN_FULL');
  const columns = await checkedColumns(tx, input);
  const place = { id: input.id, clientId, day: dayInZone(now, relationship.timeZone), submittedAt: now };
  const stored = await storeCheckIn(tx, { ...columns, ...place, byCoach: false, reviewedAt: null }, now);
  if (stored.isNew) {
    await notify(tx, {
      userId: coachId,
      type: 'check_in_completed',
      title: 'New check-in',
      message: `${relationship.fullName} sent a check-in.`,
      metadata: { client_id: clientId, coach_id: coachId, check_in_id: input.id },
    });
  }
  return stored;
}

/**
 * Submits the check-in of the client in scope and deletes its draft.
 * @throws DRAFT_NEWER when another device saved a newer draft
 * @throws SENT_BEFORE when another device submitted it with other answers
 * @throws COACH_PLAN_FULL, ANSWERS_INVALID, NOT_FOUND
 */
export async function submitCheckIn(
  tx: Tx<ClientScope, 'DRAFT_NEWER' | 'SENT_BEFORE' | 'COACH_PLAN_FULL' | 'ANSWERS_INVALID'>,
  { basedOn, ...input }: CheckInInput & DraftBase,
  now: Date,
): Promise<CheckIn> {
  const isStored = (await findCheckIn(tx, tx.scope.clientId, input.id)) !== undefined;
  if (!isStored) await refuseStaleDraft(tx, { ...input, basedOn });
  const { checkIn, isNew } = await storeOwnCheckIn(tx, input, now);
  const isAnother = !isNew && !areAnswersEqual(checkIn.answers, input.answers);
  if (isAnother && basedOn !== undefined) throw refuse(tx, 'SENT_BEFORE');
  await deleteDraft(tx, input.id);
  return checkIn;
}

const NOON = 12 * 60;

/**
 * Stores a check-in that the coach logs for a client. It counts as reviewed. For an earlier day, its time is noon.
 * @throws NOT_FOUND, NOT_A_CLIENT, DAY_AHEAD, ANSWERS_INVALID
 */
export async function logCheckIn(
  tx: Tx<CoachScope, 'NOT_A_CLIENT' | 'DAY_AHEAD' | 'ANSWERS_INVALID'>,
  { clientId, day, ...input }: CheckInInput & { clientId: string; day: string },
  now: Date,
): Promise<CheckIn> {
  const relationship = await findRelationship(tx, clientId);
  if (!relationship) throw refuse('NOT_FOUND');
  const known = await findCheckIn(tx, clientId, input.id);
  if (known) return known;
  if (!isCurrentStatus(relationship.status)) throw refuse(tx, 'NOT_A_CLIENT');
  const today = dayInZone(now, relationship.timeZone);
  if (day > today) throw refuse(tx, 'DAY_AHEAD');
  const columns = await checkedColumns(tx, input);
  const submittedAt = day === today ? now : (instantInZone(day, NOON, relationship.timeZone) ?? now);
  const place = { id: input.id, clientId, day, submittedAt };
  const { checkIn } = await storeCheckIn(tx, { ...columns, ...place, byCoach: true, reviewedAt: now }, now);
  return checkIn;
}
