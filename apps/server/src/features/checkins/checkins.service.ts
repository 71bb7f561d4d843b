import { takesSeat } from '@stridewell/contract/billing.rules';
import type { CheckIn, CheckInAnswers } from '@stridewell/contract/checkins';
import { type CheckInStatus, checkInState, checkInStreak } from '@stridewell/contract/checkins.rules';
import { dayInZone } from '@stridewell/contract/time';
import type { Tx } from '../../platform/db/database.ts';
import type { ClientScope, CoachScope } from '../../platform/db/scope.ts';
import { notify } from '../notifications/notifications.service.ts';
import { findCheckIn, findOwnRelationship, insertCheckIn, selectCheckIns } from './checkins.data.ts';

const LIST_LIMIT = 60;

export const listCheckIns = (tx: Tx<CoachScope>, clientId: string) => selectCheckIns(tx, clientId, LIST_LIMIT);

export type OwnCheckIns = {
  goal: string | null;
  status: CheckInStatus;
  streak: number;
  /** Newest first. */
  checkIns: CheckIn[];
  /** The coach's plan does not cover this client. */
  readOnly: boolean;
};

/** The client's own schedule and check-ins as of `today`, a day in the coach's zone. */
export async function readOwnCheckIns(tx: Tx<ClientScope>, today: string, limit: number): Promise<OwnCheckIns> {
  const [relationship, checkIns] = await Promise.all([
    findOwnRelationship(tx),
    selectCheckIns(tx, tx.scope.clientId, limit),
  ]);
  if (!relationship) throw new Error('the relationship in scope is not readable');
  const schedule = {
    anchorDay: relationship.checkInAnchor ?? today,
    intervalDays: relationship.checkInIntervalDays,
  };
  const status = checkInState({ ...schedule, lastSubmittedDay: checkIns[0]?.day ?? null, today });
  const streak = checkInStreak(schedule, relationship.donePeriods, today);
  const readOnly = takesSeat(relationship.status) && !relationship.covered;
  return { goal: relationship.goal, status, streak, checkIns, readOnly };
}

export type SubmittedCheckIn = { kind: 'stored'; checkIn: CheckIn } | { kind: 'not_covered' } | { kind: 'id_taken' };

/**
 * Stores a check-in and tells the coach, in one transaction. The id is the sender's: sending it again answers the
 * stored one and tells nobody twice, also when the coach's plan has ceased to cover the client meanwhile.
 */
export async function submitCheckIn(
  tx: Tx<ClientScope>,
  { id, ...answers }: CheckInAnswers & { id: string },
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<SubmittedCheckIn> {
  const relationship = await findOwnRelationship(tx);
  const covered = relationship?.covered === true;
  const stored =
    covered && (await insertCheckIn(tx, { ...answers, id, day: dayInZone(now, timeZone), submittedAt: now }));
  if (stored) {
    await notify(tx, {
      userId: tx.scope.coachId,
      type: 'check_in_completed',
      title: 'New check-in',
      message: `${relationship.fullName} sent a check-in.`,
      metadata: { client_id: tx.scope.clientId, coach_id: tx.scope.coachId },
    });
  }
  const checkIn = await findCheckIn(tx, id);
  if (checkIn) return { kind: 'stored', checkIn };
  return { kind: covered ? 'id_taken' : 'not_covered' };
}
