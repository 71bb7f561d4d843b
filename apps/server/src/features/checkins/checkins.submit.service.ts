import type { CheckIn } from '@stridewell/contract/checkins/checkins.answers.rules';
import {
  type Answers,
  areAnswersEqual,
  checkAnswers,
  type Form,
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
import { notifyOfWords } from '../notifications/notifications.words.service.ts';
import { findCheckIn, findForm, insertCheckIn, lockSchedule, type NewCheckIn } from './checkins.data.ts';
import { deleteDraft, findDraft } from './checkins.drafts.data.ts';
import { type DraftBase, refuseStaleDraft } from './checkins.drafts.service.ts';
import { shownCheckIn, shownForm } from './checkins.hidden.service.ts';

export type CheckInInput = { id: string; templateId: string | null; version: number; answers: Answers };

type AnswersTx = Tx<ClientScope | CoachScope, 'ANSWERS_INVALID'>;
type AnswerColumns = Omit<NewCheckIn, 'id' | 'clientId' | 'day' | 'submittedAt' | 'byCoach' | 'reviewedAt'>;

/**
 * Validates answers and maps them to columns. Accepts every version of a form, because a device may have an old one
 * open.
 * @throws ANSWERS_INVALID
 */
export function checkedColumns(
  tx: AnswersTx,
  form: Form | undefined,
  { templateId, version, answers }: Omit<CheckInInput, 'id'>,
): AnswerColumns {
  if (form?.version !== version) {
    throw refuse(tx, 'ANSWERS_INVALID', { data: { problems: { form: 'This form no longer exists' } } });
  }
  const problems = checkAnswers(shownForm(tx, form).questions, answers);
  if (Object.keys(problems).length > 0) throw refuse(tx, 'ANSWERS_INVALID', { data: { problems } });
  const given = trimAnswers(answers);
  const metrics = metricsOf(form.questions, given);
  if (templateId !== null) return { ...metrics, templateId, templateVersion: version, answers: given, note: '' };
  const note = typeof given.note === 'string' ? given.note : '';
  return { ...metrics, templateId, templateVersion: null, answers: {}, note };
}

/** Refusal for photos that are used or not the sender's. */
export function refusePhotos(tx: AnswersTx, answers: Answers) {
  const problem = 'A photo did not arrive. Please add it again.';
  const problems = Object.fromEntries(photosOfAnswers(answers).map(({ questionId }) => [questionId, problem]));
  return refuse(tx, 'ANSWERS_INVALID', { data: { problems } });
}

/**
 * Stores a check-in with its photos and records it. The caller has locked the relationship and found no check-in of the
 * client with this id.
 * @throws ANSWERS_INVALID when a photo is not an unused one of the sender for this client
 * @throws NOT_FOUND when the id belongs to another client's check-in
 */
async function storeCheckIn(tx: AnswersTx, checkIn: NewCheckIn, now: Date): Promise<CheckIn> {
  const { id, clientId, day, submittedAt, answers, adherence, weightKg } = checkIn;
  const ids = photosOfAnswers(answers).map(({ fileId }) => fileId);
  // Sent in this order on one connection.
  const [attached, stored] = await Promise.all([
    attachFiles(tx, { clientId, ids, purpose: 'photo', now }),
    insertCheckIn(tx, checkIn),
  ]);
  if (!attached) throw refusePhotos(tx, answers);
  if (!stored) throw refuse('NOT_FOUND');
  const data = { day, adherence, weighed: weightKg !== null };
  await record(tx, { type: 'checkin.submitted', clientId, subjectId: id, occurredAt: submittedAt, data });
  return stored;
}

/**
 * Submits the check-in of the client in scope, deletes its draft and notifies the coach. The sender makes the id: a
 * repeated request answers the stored check-in and changes nothing, even if the coach's plan no longer covers the client.
 * @throws DRAFT_NEWER when another device saved a newer draft
 * @throws SENT_BEFORE when another device submitted it with other answers
 * @throws COACH_PLAN_FULL, ANSWERS_INVALID, NOT_FOUND
 */
export async function submitCheckIn(
  tx: Tx<ClientScope, 'DRAFT_NEWER' | 'SENT_BEFORE' | 'COACH_PLAN_FULL' | 'ANSWERS_INVALID'>,
  { basedOn, ...input }: CheckInInput & DraftBase,
  now: Date,
): Promise<CheckIn> {
  const { coachId, clientId, seat } = tx.scope;
  const { id, answers } = input;
  // Sent in this order on one connection: the lock lets one check-in of the client be stored at a time.
  const [relationship, known] = await Promise.all([lockSchedule(tx, clientId), findCheckIn(tx, clientId, id)]);
  if (known) {
    if (basedOn !== undefined && !areAnswersEqual(known.answers, answers)) throw refuse(tx, 'SENT_BEFORE');
    await deleteDraft(tx, id);
    return shownCheckIn(tx, known);
  }
  const [draft, form] = await Promise.all([basedOn === undefined ? null : findDraft(tx), findForm(tx, input)]);
  refuseStaleDraft(tx, draft, { ...input, basedOn });
  if (!relationship || seat !== 'covered') throw refuse(tx, 'COACH_PLAN_FULL');
  const columns = checkedColumns(tx, form, input);
  const place = { id, clientId, day: dayInZone(now, relationship.timeZone), submittedAt: now };
  const checkIn = await storeCheckIn(tx, { ...columns, ...place, byCoach: false, reviewedAt: null }, now);
  await deleteDraft(tx, id);
  const { fullName } = relationship;
  const texts = Object.values(answers).filter((answer) => typeof answer === 'string');
  const words = { texts, place: 'this check-in', fullName, metadata: { check_in_id: id } };
  if (!(await notifyOfWords(tx, words))) {
    await notify(tx, {
      userId: coachId,
      type: 'check_in_completed',
      title: 'New check-in',
      message: `${fullName} sent a check-in.`,
      metadata: { client_id: clientId, coach_id: coachId, check_in_id: id },
    });
  }
  return shownCheckIn(tx, checkIn);
}

const NOON = 12 * 60;

/**
 * Stores a check-in that the coach logs for a client. It counts as reviewed. For an earlier day, its time is noon. A
 * repeated request resolves to the stored check-in.
 * @throws NOT_FOUND, NOT_A_CLIENT, DAY_AHEAD, ANSWERS_INVALID
 */
export async function logCheckIn(
  tx: Tx<CoachScope, 'NOT_A_CLIENT' | 'DAY_AHEAD' | 'ANSWERS_INVALID'>,
  { clientId, day, ...input }: CheckInInput & { clientId: string; day: string },
  now: Date,
): Promise<CheckIn> {
  // Sent in this order on one connection, as in `submitCheckIn`.
  const [relationship, known] = await Promise.all([lockSchedule(tx, clientId), findCheckIn(tx, clientId, input.id)]);
  if (!relationship) throw refuse('NOT_FOUND');
  if (known) return known;
  const { status, timeZone } = relationship;
  if (!isCurrentStatus(status)) throw refuse(tx, 'NOT_A_CLIENT');
  const today = dayInZone(now, timeZone);
  if (day > today) throw refuse(tx, 'DAY_AHEAD');
  const columns = checkedColumns(tx, await findForm(tx, input), input);
  const submittedAt = day === today ? now : (instantInZone(day, NOON, timeZone) ?? now);
  const place = { id: input.id, clientId, day, submittedAt };
  return storeCheckIn(tx, { ...columns, ...place, byCoach: true, reviewedAt: now }, now);
}
