import type { AnsweredCheckIn, CheckIn } from '@stridewell/contract/checkins/checkins.answers.rules';
import { CALENDAR_WEEKS, checkInCalendar } from '@stridewell/contract/checkins/checkins.calendar.rules';
import { BUILT_IN_FORM, type Form } from '@stridewell/contract/checkins/checkins.forms.rules';
import {
  type CheckInSchedule,
  type CheckInStatus,
  checkInAdherence,
  checkInState,
  checkInStreak,
  checkInWeek,
} from '@stridewell/contract/checkins/checkins.rules';
import { donePeriodsOf } from '@stridewell/contract/clients/clients.figures.rules';
import { isFormerClient } from '@stridewell/contract/clients/clients.rules';
import { addDays, dayInZone } from '@stridewell/contract/time';
import type { PlannedDay } from '@stridewell/contract/workouts/workouts.adherence.rules';
import { refuse } from '../../core/refusals.ts';
import { isCurrentStatus, isReadOnly } from '../../core/relationships/relationships.data.ts';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { checkedDays, checkInWeightEnds, hasForms, readEnds, recentCheckIns } from './checkins.columns.data.ts';
import {
  type CheckInRelationship,
  findFormFor,
  findRelationship,
  selectCheckIns,
  selectFormsOf,
  selectReplies,
  selectReported,
  withReplies,
} from './checkins.data.ts';
import { shownCheckIns } from './checkins.hidden.service.ts';
import { selectMeasurementAnswers, selectPhotoAnswers, selectWeights } from './checkins.measurements.data.ts';
import { dailyWeights, type ReviewWaits, selectReviewWaits } from './checkins.waits.data.ts';

/** For other features. */
export {
  checkedDays,
  checkInWeightEnds,
  dailyWeights,
  hasForms,
  type ReviewWaits,
  readEnds,
  recentCheckIns,
  selectMeasurementAnswers as listMeasurementAnswers,
  selectPhotoAnswers as listPhotoAnswers,
  selectReviewWaits as listReviewWaits,
  selectWeights as listCheckInWeights,
};

type PersonTx = Tx<ClientScope | CoachScope>;

const LIST_LIMIT = 60;

/** Adds the built-in form, which is in no table. */
export const withBuiltIn = (forms: readonly Form[]): Form[] => [...forms, BUILT_IN_FORM];

/** The last check-ins of a client with the coach's replies and their forms, newest first. */
export async function listCheckIns(
  tx: PersonTx,
  clientId: string,
  limit = LIST_LIMIT,
): Promise<{ checkIns: AnsweredCheckIn[]; forms: Form[] }> {
  const [checkIns, replies, forms] = await Promise.all([
    selectCheckIns(tx, clientId, limit),
    selectReplies(tx, clientId, limit),
    selectFormsOf(tx, clientId, limit),
  ]);
  const known = withBuiltIn(forms);
  return { checkIns: shownCheckIns(tx, withReplies(checkIns, replies), known), forms: known };
}

/** The schedule for the rules. Without a first day, it starts `today`. */
export function scheduleOf(
  { anchorDay, intervalDays, weekdays, pauses }: CheckInRelationship,
  today: string,
): CheckInSchedule {
  return { anchorDay: anchorDay ?? today, intervalDays, weekdays, pauses };
}

/** @throws Error when the scope has no relationship, which the access checks rule out */
export function requireScoped<Relationship>(relationship: Relationship | undefined): Relationship {
  if (!relationship) throw new Error('the relationship in scope is not readable');
  return relationship;
}

export type OwnCheckInStatus = {
  goal: string | null;
  /** In the time zone of the schedule. */
  today: string;
  status: CheckInStatus;
  week: ReturnType<typeof checkInWeek>;
  streak: number;
  /** The newest check-in. */
  last: CheckIn | null;
  /** The coach's plan does not cover this client. */
  readOnly: boolean;
  schedule: CheckInSchedule;
  planned: PlannedDay[];
};

/** Schedule, streak and newest check-in of the client in scope, and the planned workouts of some `days`. */
export async function getOwnCheckInStatus(
  tx: Tx<ClientScope>,
  now: Date,
  days?: { from: string; to: string },
): Promise<OwnCheckInStatus> {
  const { clientId } = tx.scope;
  const [found, [last = null]] = await Promise.all([
    findRelationship(tx, clientId, days),
    selectCheckIns(tx, clientId, 1),
  ]);
  const relationship = requireScoped(found);
  const today = dayInZone(now, relationship.timeZone);
  const schedule = scheduleOf(relationship, today);
  const donePeriods = donePeriodsOf(schedule, relationship.checkedDays);
  return {
    goal: relationship.goal,
    today,
    status: checkInState({ ...schedule, lastSubmittedDay: last?.day ?? null, today }),
    week: checkInWeek(schedule, relationship.checkedDays, today),
    streak: checkInStreak(schedule, donePeriods, today),
    last,
    readOnly: isReadOnly(relationship.status, relationship.covered),
    schedule,
    planned: relationship.planned,
  };
}

/**
 * The last weeks of a client's check-ins, and how many of the due ones were sent.
 * @throws NOT_FOUND when the scope has no such client
 */
export async function getCheckInCalendar(tx: PersonTx, clientId: string, now: Date) {
  const [relationship, reported] = await Promise.all([
    findRelationship(tx, clientId),
    selectReported(tx, clientId, addDays(dayInZone(now, 'UTC'), -7 * (CALENDAR_WEEKS + 1))),
  ]);
  if (!relationship) throw refuse('NOT_FOUND');
  const { status, covered, timeZone } = relationship;
  const today = dayInZone(now, timeZone);
  const schedule = scheduleOf(relationship, today);
  const checked = relationship.checkedDays.map((day) => ({ day, adherence: null }));
  const donePeriods = donePeriodsOf(schedule, relationship.checkedDays);
  const notCovered = isReadOnly(status, covered) ? ('not_covered' as const) : null;
  return {
    weeks: checkInCalendar(schedule, [...checked, ...reported], today),
    adherence: checkInAdherence(schedule, donePeriods, today),
    closed: isFormerClient(status) ? ('ended' as const) : notCovered,
  };
}

/**
 * The form of a client, for the coach who logs a check-in.
 * @throws NOT_FOUND
 */
export async function getClientCheckInForm(tx: Tx<CoachScope>, clientId: string, now: Date) {
  const [relationship, form] = await Promise.all([findRelationship(tx, clientId), findFormFor(tx, clientId)]);
  if (!relationship) throw refuse('NOT_FOUND');
  const { fullName: clientName, status, timeZone, lastDay } = relationship;
  return { clientName, open: isCurrentStatus(status), today: dayInZone(now, timeZone), lastDay, form };
}
