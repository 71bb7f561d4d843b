import type { CheckIn } from '@stridewell/contract/checkins/checkins.answers.rules';
import {
  type Answers,
  areAnswersEqual,
  photosOfAnswers,
  trimAnswers,
} from '@stridewell/contract/checkins/checkins.forms.rules';
import { keepHiddenAnswers } from '@stridewell/contract/checkins/checkins.hidden.rules';
import { record } from '../../core/events/events.ts';
import { refuse } from '../../core/refusals.ts';
import { readsWithoutNumbers } from '../../core/tenancy/numbers.ts';
import type { ClientScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { attachFiles, releaseFiles } from '../files/files.service.ts';
import { notify } from '../notifications/notifications.service.ts';
import { findCheckIn, findForm, lockSchedule, lockUnreplied, updateAnswers } from './checkins.data.ts';
import { shownCheckIn } from './checkins.hidden.service.ts';
import { checkedColumns, refusePhotos } from './checkins.submit.service.ts';

type CorrectTx = Tx<ClientScope, 'REPLIED' | 'COACH_PLAN_FULL' | 'ANSWERS_INVALID'>;

const photoIds = (answers: Answers): string[] => photosOfAnswers(answers).map(({ fileId }) => fileId);

/** Answers with the stored ones that their sender does not see. */
async function withHidden(tx: CorrectTx, stored: CheckIn, given: Answers): Promise<Answers> {
  if (!readsWithoutNumbers(tx)) return given;
  return keepHiddenAnswers((await findForm(tx, stored))?.questions ?? [], given, stored.answers);
}

/** A check-in that cannot be changed, when the request repeats its answers. */
async function findUnchanged(tx: CorrectTx, id: string, given: Answers): Promise<CheckIn> {
  const stored = await findCheckIn(tx, tx.scope.clientId, id);
  if (!stored || stored.byCoach) throw refuse('NOT_FOUND');
  if (!areAnswersEqual(stored.answers, await withHidden(tx, stored, given))) throw refuse(tx, 'REPLIED');
  return shownCheckIn(tx, stored);
}

/**
 * Replaces the answers of the client's own check-in, in the form it was sent with. The coach is notified only if they
 * have read the earlier answers. Idempotent.
 * @throws NOT_FOUND for another client's check-in, or one that the coach logged
 * @throws REPLIED, COACH_PLAN_FULL, ANSWERS_INVALID
 */
export async function correctCheckIn(
  tx: CorrectTx,
  { id, answers }: { id: string; answers: Answers },
  now: Date,
): Promise<CheckIn> {
  const { coachId, clientId, seat } = tx.scope;
  const trimmed = trimAnswers(answers);
  // Sent in this order on one connection, as in `submitCheckIn`.
  const [relationship, before] = await Promise.all([lockSchedule(tx, clientId), lockUnreplied(tx, id)]);
  if (!before) return findUnchanged(tx, id, trimmed);
  const given = await withHidden(tx, before, trimmed);
  if (areAnswersEqual(before.answers, given)) return shownCheckIn(tx, before);
  if (!relationship || seat !== 'covered') throw refuse(tx, 'COACH_PLAN_FULL');
  const checked = checkedColumns(tx, await findForm(tx, before), { ...before, answers: given });
  const { templateId: _template, templateVersion: _version, ...columns } = checked;
  const [old, kept] = [new Set(photoIds(before.answers)), new Set(photoIds(given))];
  const photos = { clientId, purpose: 'photo', now } as const;
  const attached = await attachFiles(tx, { ...photos, ids: [...kept].filter((photo) => !old.has(photo)) });
  if (!attached) throw refusePhotos(tx, given);
  await releaseFiles(tx, { ...photos, ids: [...old].filter((photo) => !kept.has(photo)) });
  const corrected = await updateAnswers(tx, id, columns, now);
  if (!corrected) throw refuse('NOT_FOUND');
  const data = { adherence: columns.adherence, weighed: columns.weightKg !== null };
  await record(tx, { type: 'checkin.corrected', clientId, subjectId: id, occurredAt: now, data });
  if (before.reviewedAt) {
    await notify(tx, {
      userId: coachId,
      type: 'check_in_completed',
      title: 'Check-in changed',
      message: `${relationship.fullName} changed a check-in after you read it.`,
      metadata: { client_id: clientId, coach_id: coachId, check_in_id: id },
    });
  }
  return shownCheckIn(tx, corrected);
}
