import { dayInZone } from '@stridewell/contract/time';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { sendReply } from '../messages/messages.service.ts';
import {
  countUnreviewed,
  findQuickReplies,
  findReviewed,
  markReviewed,
  medianReviewHours,
  saveQuickReplies,
  selectHistory,
  selectUnreviewed,
} from './checkins.review.data.ts';
import { withBuiltIn } from './checkins.service.ts';

export async function listCheckInsToReview(tx: Tx<CoachScope>, now: Date) {
  const [rows, total, quickReplies, medianHours] = await Promise.all([
    selectUnreviewed(tx),
    countUnreviewed(tx),
    findQuickReplies(tx),
    medianReviewHours(tx, now),
  ]);
  const checkIns = rows.map(({ submittedAt, ...row }) => ({ ...row, submittedAt: submittedAt.toISOString() }));
  return { checkIns, total, quickReplies, medianHours };
}

const isOpen = ({ personId, status }: { personId: string | null; status: string }) =>
  personId !== null && ['active', 'paused'].includes(status);

/** Undefined for a check-in that the coach does not have. */
export async function readReview(tx: Tx<CoachScope>, id: string, now: Date) {
  const [client, { history, forms, weights }] = await Promise.all([findReviewed(tx, id), selectHistory(tx, id)]);
  const [checkIn, ...earlier] = history;
  if (!client || !checkIn) return undefined;
  return {
    checkIn,
    earlier,
    forms: withBuiltIn(forms),
    weights,
    clientName: client.clientName,
    goal: client.goal,
    today: dayInZone(now, client.timeZone),
    open: isOpen(client),
  };
}

export type ReviewResult = { kind: 'reviewed'; reviewedAt: string } | { kind: 'unknown' };

/**
 * Marks a check-in as read and sends the reply as a message, in one transaction. Repeating it sends and tells nothing
 * twice.
 */
export async function reviewCheckIn(
  tx: Tx<CoachScope, 'CONVERSATION_CLOSED'>,
  { checkInId, reply }: { checkInId: string; reply: { id: string; body: string } | null },
  now: Date,
): Promise<ReviewResult> {
  const found = await findReviewed(tx, checkInId);
  if (!found) return { kind: 'unknown' };
  if (reply) {
    await sendReply(tx, found.clientId, { ...reply, now, reviewOf: checkInId });
  }
  await markReviewed(tx, checkInId, { now, replyId: reply?.id ?? null });
  return { kind: 'reviewed', reviewedAt: (found.reviewedAt ?? now).toISOString() };
}

export const keepQuickReplies = (tx: Tx<CoachScope>, replies: string[]) => saveQuickReplies(tx, replies);
