import { excerptOf } from '@stridewell/contract/messages/messages.rules';
import { dayInZone } from '@stridewell/contract/time';
import { reportedWorkouts } from '@stridewell/contract/workouts/workouts.adherence.rules';
import { record } from '../../core/events/events.ts';
import { refuse } from '../../core/refusals.ts';
import { isOpenRelationship } from '../../core/relationships/relationships.data.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { sendReply } from '../messages/messages.service.ts';
import {
  findQuickReplies,
  findReviewed,
  findUnreviewedOf,
  markReviewed,
  medianReviewHours,
  selectHistory,
  selectUnreviewed,
  selectUnreviewedNames,
  upsertQuickReplies,
} from './checkins.review.data.ts';
import { withBuiltIn } from './checkins.service.ts';

export { findUnreviewedOf, upsertQuickReplies as saveQuickReplies };

/** The clients of the oldest check-ins without a review, and how many check-ins there are. */
export async function listUnreviewedNames(tx: Tx<CoachScope>) {
  const rows = await selectUnreviewedNames(tx, {});
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ checkInId, clientId, clientName, submittedAt }) => ({
      checkInId,
      clientId,
      clientName,
      submittedAt: submittedAt.toISOString(),
    })),
  };
}

/** The oldest check-ins without a review, and how many there are. */
async function listUnreviewed(tx: Tx<CoachScope>) {
  const rows = await selectUnreviewed(tx, {});
  return {
    total: rows[0]?.total ?? 0,
    checkIns: rows.map(({ total: _, submittedAt, text, ...row }) => ({
      ...row,
      text: excerptOf(text),
      submittedAt: submittedAt.toISOString(),
    })),
  };
}

export async function listCheckInsToReview(tx: Tx<CoachScope>, now: Date) {
  const [{ checkIns, total }, quickReplies, medianHours] = await Promise.all([
    listUnreviewed(tx),
    findQuickReplies(tx),
    medianReviewHours(tx, now),
  ]);
  return { checkIns, total, quickReplies, medianHours };
}

/**
 * A check-in with the earlier ones of the client.
 * @throws NOT_FOUND
 */
export async function getReview(tx: Tx<CoachScope>, id: string, now: Date) {
  const [client, { history, forms, weights }] = await Promise.all([findReviewed(tx, id), selectHistory(tx, id)]);
  const [checkIn, ...earlier] = history;
  if (!client || !checkIn) throw refuse('NOT_FOUND');
  return {
    checkIn,
    earlier,
    forms: withBuiltIn(forms),
    weights,
    workouts: reportedWorkouts(client.planned, { ...client, day: checkIn.day, before: earlier[0]?.day ?? null }),
    clientName: client.clientName,
    goal: client.goal,
    today: dayInZone(now, client.timeZone),
    open: isOpenRelationship(client),
  };
}

/**
 * Marks a check-in as reviewed and sends the reply as a message, in one transaction. Idempotent.
 * @throws NOT_FOUND, CONVERSATION_CLOSED
 */
export async function reviewCheckIn(
  tx: Tx<CoachScope, 'CONVERSATION_CLOSED'>,
  { checkInId, reply }: { checkInId: string; reply: { id: string; body: string } | null },
  now: Date,
): Promise<{ id: string; reviewedAt: string }> {
  const found = await findReviewed(tx, checkInId);
  if (!found) throw refuse('NOT_FOUND');
  if (reply) await sendReply(tx, found.clientId, { ...reply, now, reviewOf: checkInId });
  await markReviewed(tx, checkInId, { now, replyId: reply?.id ?? null });
  if (!found.reviewedAt) {
    const of = { clientId: found.clientId, subjectId: checkInId };
    await record(tx, { ...of, type: 'checkin.reviewed', occurredAt: now, data: { replied: reply !== null } });
  }
  return { id: checkInId, reviewedAt: (found.reviewedAt ?? now).toISOString() };
}
