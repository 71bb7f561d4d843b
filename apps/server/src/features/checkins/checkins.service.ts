import { holdsSeat } from '@stridewell/contract/billing.rules';
import type { CheckIn } from '@stridewell/contract/checkins';
import { CALENDAR_WEEKS, checkInCalendar } from '@stridewell/contract/checkins.calendar.rules';
import {
  type AnswerProblems,
  type Answers,
  BUILT_IN_FORM,
  checkAnswers,
  type Form,
  metricsOf,
  photosOfAnswers,
  trimAnswers,
} from '@stridewell/contract/checkins.forms.rules';
import {
  type CheckInSchedule,
  type CheckInStatus,
  checkInAdherence,
  checkInPeriod,
  checkInState,
  checkInStreak,
  checkInWeek,
} from '@stridewell/contract/checkins.rules';
import { isFormerClient } from '@stridewell/contract/clients.rules';
import { addDays, dayInZone, instantInZone } from '@stridewell/contract/time';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { attachFiles } from '../files/files.service.ts';
import { notify } from '../notifications/notifications.service.ts';
import {
  type CheckInRelationship,
  findCheckIn,
  findForm,
  findFormFor,
  findRelationship,
  insertCheckIn,
  selectCheckIns,
  selectFormsOf,
  selectReported,
} from './checkins.data.ts';

export const LIST_LIMIT = 60;

/** The forms, and the built-in one, which no table holds. */
export const withBuiltIn = (forms: readonly Form[]): Form[] => [...forms, BUILT_IN_FORM];

export async function listCheckIns(
  tx: Tx<CoachScope | ClientScope>,
  clientId: string,
): Promise<{ checkIns: CheckIn[]; forms: Form[] }> {
  const [checkIns, forms] = await Promise.all([
    selectCheckIns(tx, clientId, LIST_LIMIT),
    selectFormsOf(tx, clientId, LIST_LIMIT),
  ]);
  return { checkIns, forms: withBuiltIn(forms) };
}

/** What the rules need to know of a relationship; a schedule without a first day begins `today`. */
export function scheduleOf(
  { anchorDay, intervalDays, weekdays, pauses }: CheckInRelationship,
  today: string,
): CheckInSchedule {
  return { anchorDay: anchorDay ?? today, intervalDays, weekdays, pauses };
}

export type OwnCheckIns = {
  goal: string | null;
  /** In the zone of the schedule. */
  today: string;
  status: CheckInStatus;
  week: ReturnType<typeof checkInWeek>;
  streak: number;
  /** Newest first. */
  checkIns: CheckIn[];
  /** The coach's plan does not cover this client. */
  readOnly: boolean;
};

/** The client's own schedule and check-ins as of `now`. */
export async function readOwnCheckIns(tx: Tx<ClientScope>, now: Date, limit: number): Promise<OwnCheckIns> {
  const { clientId } = tx.scope;
  const [relationship, checkIns] = await Promise.all([
    findRelationship(tx, clientId),
    selectCheckIns(tx, clientId, limit),
  ]);
  if (!relationship) throw new Error('the relationship in scope is not readable');
  const today = dayInZone(now, relationship.timeZone);
  const schedule = scheduleOf(relationship, today);
  const status = checkInState({ ...schedule, lastSubmittedDay: checkIns[0]?.day ?? null, today });
  const donePeriods = relationship.checkedDays.map((day) => checkInPeriod(schedule, day));
  const streak = checkInStreak(schedule, donePeriods, today);
  const readOnly = isUncovered(relationship.status, relationship.covered);
  const week = checkInWeek(schedule, relationship.checkedDays, today);
  return { goal: relationship.goal, today, status, week, streak, checkIns, readOnly };
}

/** How well a client keeps to their check-ins; undefined where the scope has no such client. */
export async function readCheckInCourse(tx: Tx<ClientScope | CoachScope>, clientId: string, now: Date) {
  const [relationship, reported] = await Promise.all([
    findRelationship(tx, clientId),
    selectReported(tx, clientId, addDays(dayInZone(now, 'UTC'), -7 * (CALENDAR_WEEKS + 1))),
  ]);
  if (!relationship) return undefined;
  const { checkedDays, status, covered, timeZone } = relationship;
  const today = dayInZone(now, timeZone);
  const schedule = scheduleOf(relationship, today);
  const checked = checkedDays.map((day) => ({ day, adherence: null }));
  const donePeriods = checkedDays.map((day) => checkInPeriod(schedule, day));
  return {
    weeks: checkInCalendar(schedule, [...checked, ...reported], today),
    adherence: checkInAdherence(schedule, donePeriods, today),
    closed: isFormerClient(status)
      ? ('ended' as const)
      : isUncovered(status, covered)
        ? ('not_covered' as const)
        : null,
  };
}

const isUncovered = (status: string, covered: boolean) => holdsSeat(status) && !covered;

export const readFormFor = (tx: Tx<ClientScope | CoachScope>, clientId: string) => findFormFor(tx, clientId);

/** What a client is asked, for the coach who logs it; undefined for somebody who is not a client of the coach. */
export async function readClientForm(tx: Tx<CoachScope>, clientId: string, now: Date) {
  const [relationship, form] = await Promise.all([findRelationship(tx, clientId), findFormFor(tx, clientId)]);
  if (!relationship) return undefined;
  const { fullName: clientName, status, timeZone, lastDay } = relationship;
  return { clientName, open: isCurrent(status), today: dayInZone(now, timeZone), lastDay, form };
}

const isCurrent = (status: string) => status === 'active' || status === 'paused';

export type Answered = { id: string; templateId: string | null; version: number; answers: Answers };
export type StoredCheckIn =
  /** New the first time, and not when it is sent again. */
  | { kind: 'stored'; checkIn: CheckIn; isNew: boolean }
  | { kind: 'invalid'; problems: AnswerProblems }
  | { kind: 'not_covered' }
  | { kind: 'not_current' }
  | { kind: 'ahead' }
  | { kind: 'id_taken' };

/** The answers as they are stored, or what is wrong with them. Any version that there ever was may be answered. */
async function readAnswers(tx: Tx<ClientScope | CoachScope>, { templateId, version, answers }: Answered) {
  const form = templateId === null ? BUILT_IN_FORM : await findForm(tx, templateId, version);
  if (!form || form.version !== version) return { problems: { form: 'This form is not there any more' } };
  const problems = checkAnswers(form.questions, answers);
  if (Object.keys(problems).length > 0) return { problems };
  const given = trimAnswers(answers);
  const note = templateId === null && typeof given.note === 'string' ? given.note : '';
  const own =
    templateId === null ? { answers: {}, templateVersion: null } : { answers: given, templateVersion: version };
  return { row: { ...metricsOf(form.questions, given), ...own, templateId, note } };
}

/** Keeps the photos of the answers. False when one is not the sender's for this client, or is used already. */
async function attachPhotos(
  tx: Tx<ClientScope | CoachScope>,
  { clientId, answers, now }: { clientId: string; answers: Answers; now: Date },
): Promise<boolean> {
  const ids = photosOfAnswers(answers).map(({ fileId }) => fileId);
  return (await attachFiles(tx, { clientId, ids, purpose: 'photo', now })) !== undefined;
}

/**
 * Stores a check-in and tells the coach, in one transaction. The id is the sender's: sending it again answers the
 * stored one and tells nobody twice, also when the coach's plan has ceased to cover the client meanwhile.
 */
export async function submitCheckIn(tx: Tx<ClientScope>, input: Answered, now: Date): Promise<StoredCheckIn> {
  const { coachId, clientId } = tx.scope;
  const known = await findCheckIn(tx, clientId, input.id);
  if (known) return { kind: 'stored', checkIn: known, isNew: false };
  const relationship = await findRelationship(tx, clientId);
  if (relationship?.covered !== true) return { kind: 'not_covered' };
  const { row, problems } = await readAnswers(tx, input);
  if (!row) return { kind: 'invalid', problems };
  const attached = await attachPhotos(tx, { clientId, answers: row.answers, now });
  const stored =
    attached &&
    (await insertCheckIn(tx, {
      ...row,
      id: input.id,
      clientId,
      day: dayInZone(now, relationship.timeZone),
      submittedAt: now,
      byCoach: false,
      reviewedAt: null,
    }));
  if (stored) {
    await notify(tx, {
      userId: coachId,
      type: 'check_in_completed',
      title: 'New check-in',
      message: `${relationship.fullName} sent a check-in.`,
      metadata: { client_id: clientId, coach_id: coachId, check_in_id: input.id },
    });
  }
  return outcomeOf({ answers: row.answers, attached, isNew: stored }, await findCheckIn(tx, clientId, input.id));
}

/** Of the same check-in sent twice at once the second finds its photos used, and the first one stored. */
function outcomeOf(
  { answers, attached, isNew }: { answers: Answers; attached: boolean; isNew: boolean },
  checkIn: CheckIn | undefined,
): StoredCheckIn {
  if (checkIn) return { kind: 'stored', checkIn, isNew };
  if (attached) return { kind: 'id_taken' };
  const problem = 'A photo did not arrive. Please add it again.';
  return {
    kind: 'invalid',
    problems: Object.fromEntries(photosOfAnswers(answers).map(({ questionId }) => [questionId, problem])),
  };
}

const NOON = 12 * 60;

/** A check-in that the coach took down for the client. It stands where its day puts it, and needs no review. */
export async function logCheckIn(
  tx: Tx<CoachScope>,
  { clientId, day, ...input }: Answered & { clientId: string; day: string },
  now: Date,
): Promise<StoredCheckIn> {
  const relationship = await findRelationship(tx, clientId);
  if (!relationship) return { kind: 'id_taken' };
  const known = await findCheckIn(tx, clientId, input.id);
  if (known) return { kind: 'stored', checkIn: known, isNew: false };
  if (!isCurrent(relationship.status)) return { kind: 'not_current' };
  const today = dayInZone(now, relationship.timeZone);
  if (day > today) return { kind: 'ahead' };
  const { row, problems } = await readAnswers(tx, input);
  if (!row) return { kind: 'invalid', problems };
  const submittedAt = day === today ? now : (instantInZone(day, NOON, relationship.timeZone) ?? now);
  const attached = await attachPhotos(tx, { clientId, answers: row.answers, now });
  const isNew =
    attached &&
    (await insertCheckIn(tx, { ...row, id: input.id, clientId, day, submittedAt, byCoach: true, reviewedAt: now }));
  return outcomeOf({ answers: row.answers, attached, isNew }, await findCheckIn(tx, clientId, input.id));
}
