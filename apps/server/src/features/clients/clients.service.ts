import { BILLABLE_SEAT_STATUSES, coveredClients, type Plan } from '@stridewell/contract/billing/billing.rules';
import type { CheckInSchedule } from '@stridewell/contract/checkins/checkins.rules';
import type { ClientDetail, ClientSummary } from '@stridewell/contract/clients/clients';
import {
  type ClientCheckIns,
  checkInStatusOf,
  donePeriodsOf,
  lastContactOf,
  planFollowed,
  standingOf,
} from '@stridewell/contract/clients/clients.figures.rules';
import {
  engagementLabel,
  engagementParts,
  engagementScore,
  progressLabel,
} from '@stridewell/contract/clients/clients.labels.rules';
import { type TrackedClient, trackClient } from '@stridewell/contract/dashboard/dashboard.rules';
import { isPausedOn, RELATIONSHIP_STATUSES } from '@stridewell/contract/people.rules';
import { dayInZone, dayRangeInZone } from '@stridewell/contract/time';
import { countWorkouts } from '@stridewell/contract/workouts/workouts.adherence.rules';
import { refuse } from '../../core/refusals.ts';
import { isReadOnly } from '../../core/relationships/relationships.data.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { getNextSessionWith } from '../calendar/calendar.service.ts';
import { findUnreviewedOf } from '../checkins/checkins.review.service.ts';
import { toWeight } from '../progress/progress.weight.rules.ts';
import { dueWorkoutsOf } from '../workouts/workouts.adherence.service.ts';
import { type ClientRow, figureDays, findClient, selectTrackedClients } from './clients.data.ts';

/** The current time, and the coach's time zone. */
export type Today = { now: Date; timeZone: string };

export function toClientSummary(row: ClientRow, covered: boolean, today: Today): ClientSummary {
  const { now, timeZone } = today;
  const tracked = trackOf(row, today);
  const coachToday = dayInZone(now, timeZone);
  return {
    clientId: row.clientId,
    fullName: row.fullName,
    email: row.email,
    status: row.status,
    readOnly: isReadOnly(row.status, covered),
    onboardingCompleted: row.onboarded,
    goal: row.goal,
    clientSince: dayInZone(row.acceptedAt ?? row.createdAt, timeZone),
    lastCheckInDay: row.checkIns[0]?.day ?? null,
    lastContactDay: lastContactDayOf(row, timeZone),
    weight: toWeight(row, coachToday).weight,
    planFollowed: planFollowed(
      { ...row, intervalDays: row.checkInIntervalDays, ownToday: ownTodayOf(row, today) },
      coachToday,
    ),
    workouts: countWorkouts(dueOf(row, today)),
    checkIn: tracked && checkInStatusOf(tracked, coachToday),
    standing: tracked && covered ? standingOf({ ...tracked, onboarded: row.onboarded }, coachToday) : null,
    accepted: row.personId !== null,
    photoId: row.photoId,
    engagement: engagementOf(row, today),
    invitationExpiresAt: row.invitationExpiresAt?.toISOString() ?? null,
  };
}

/** Engagement of an active client; null for other clients, those who objected, and while nothing was due. */
export function engagementOf(row: EngagementRow, clock: Today): ClientSummary['engagement'] {
  const facts = scoredFacts(row, clock);
  const score = facts && engagementScore(...facts);
  return score === null ? null : { score, label: engagementLabel(score) };
}

export function scoredFacts(row: EngagementRow, clock: Today): Parameters<typeof engagementScore> | null {
  const schedule = row.isUnscored ? null : scheduleOf(row);
  const today = dayInZone(clock.now, clock.timeZone);
  const { checkIns, nutritionShare: nutrition, lastVisitDay: lastVisit } = row;
  return schedule && [schedule, checkIns, today, { workouts: dueOf(row, clock), nutrition, lastVisit }];
}

/** The parts of the engagement score, in percent. */
function engagementPartsOf(row: EngagementRow, clock: Today): NonNullable<ClientDetail['engagement']>['parts'] {
  const facts = scoredFacts(row, clock);
  const parts = facts ? engagementParts(...facts) : [];
  const total = parts.reduce((sum, { weight }) => sum + weight, 0);
  return parts.map(({ part, share, weight }) => ({
    part,
    share: Math.round(100 * share),
    weight: Math.round((100 * weight) / total),
  }));
}

type ScheduleColumns = Pick<
  ClientRow,
  'checkInAnchor' | 'checkInIntervalDays' | 'checkInWeekdays' | 'checkInPauses' | 'status'
>;
type EngagementRow = ScheduleColumns &
  Pick<ClientRow, 'checkIns' | 'training' | 'nutritionShare' | 'lastVisitDay' | 'isUnscored'>;

const dueOf = ({ training, checkInPauses }: Pick<EngagementRow, 'training' | 'checkInPauses'>, clock: Today) =>
  dueWorkoutsOf(training, checkInPauses, clock);

/** The check-in schedule of an active client; null for other clients. */
export function scheduleOf(row: ScheduleColumns): CheckInSchedule | null {
  if (!row.checkInAnchor || row.status !== 'active') return null;
  const { checkInIntervalDays: intervalDays, checkInWeekdays: weekdays, checkInPauses: pauses } = row;
  return { anchorDay: row.checkInAnchor, intervalDays, weekdays, pauses };
}

type TrackedRow = ScheduleColumns & Pick<ClientRow, 'checkIns' | 'checkInTimeZone'>;

const ownTodayOf = ({ checkInTimeZone }: Pick<ClientRow, 'checkInTimeZone'>, { now, timeZone }: Today) =>
  dayInZone(now, checkInTimeZone ?? timeZone);

/** Schedule and check-ins of an active client, for the figures; null for other clients. */
function trackOf(row: TrackedRow, today: Today): ClientCheckIns | null {
  const schedule = scheduleOf(row);
  return schedule && { ...schedule, checkIns: row.checkIns, ownToday: ownTodayOf(row, today) };
}

type ContactRow = Pick<ClientRow, 'checkIns' | 'lastMessageAt' | 'lastSessionAt'>;

const lastContactDayOf = ({ checkIns, lastMessageAt, lastSessionAt }: ContactRow, timeZone: string) =>
  lastContactOf({
    checkIn: checkIns[0]?.day ?? null,
    message: lastMessageAt && dayInZone(lastMessageAt, timeZone),
    session: lastSessionAt && dayInZone(lastSessionAt, timeZone),
  });

/**
 * Active clients for the dashboard's rules, and the number of taken seats. Excludes clients without a covered seat:
 * they cannot submit check-ins, so missing ones mean nothing.
 */
export async function listTrackedClients(
  tx: Tx<CoachScope>,
  clock: TrackingClock,
): Promise<{ tracked: TrackedClient[]; used: number }> {
  const rows = await selectTrackedClients(tx, { statuses: BILLABLE_SEAT_STATUSES, ...figureDays(clock.now) });
  return { tracked: trackedOf(rows, clock), used: rows.length };
}

/** Clients who hold a seat, by name, with the engagement that labels, list and pages show. */
export async function listEngagement(tx: Tx<CoachScope>, clock: TrackingClock) {
  const rows = await selectTrackedClients(tx, { statuses: BILLABLE_SEAT_STATUSES, ...figureDays(clock.now) });
  const covered = coveredClients(rows, clock.plan);
  return rows.map((row) => ({
    clientId: row.clientId,
    name: row.fullName,
    status: row.status,
    isCovered: covered.has(row.clientId),
    engagement: engagementOf(row, clock),
  }));
}

/**
 * The clients of `listTrackedClients` as of the end of a past day, including data that arrived late or was edited
 * since. Plan and onboarding are today's.
 */
export async function listTrackedClientsOf(
  tx: Tx<CoachScope>,
  { day, timeZone, plan }: { day: string; timeZone: string; plan: Plan },
): Promise<TrackedClient[]> {
  const end = new Date(dayRangeInZone(day, timeZone).end.getTime() - 1);
  const rows = await selectTrackedClients(tx, { statuses: RELATIONSHIP_STATUSES, ...figureDays(end) });
  const past = rows.map((row) => asOf(row, { now: end, timeZone }));
  return trackedOf(past, { now: end, timeZone, plan }).map((client) => ({ ...client, weight: null }));
}

/** The status on a past day: the pause of a client who is not active tells since when. */
function asOf(row: TrackedColumns, { now, timeZone }: Today): TrackedColumns {
  const day = dayInZone(now, row.checkInTimeZone ?? timeZone);
  const wasActive = row.acceptedAt !== null && row.acceptedAt <= now && !isPausedOn(row.checkInPauses, day);
  return {
    ...row,
    status: wasActive ? 'active' : row.status === 'active' ? 'paused' : row.status,
    checkIns: row.checkIns.filter((checkIn) => checkIn.day <= day),
    checkedDays: row.checkedDays.filter((checkedDay) => checkedDay <= day),
  };
}

type TrackingClock = Today & { plan: Plan };
type TrackedColumns = Awaited<ReturnType<typeof selectTrackedClients>>[number];

function trackedOf(rows: readonly TrackedColumns[], { now, timeZone, plan }: TrackingClock): TrackedClient[] {
  const covered = coveredClients(rows, plan);
  const today = dayInZone(now, timeZone);
  return rows.flatMap((row) => {
    const track = trackOf(row, { now, timeZone });
    if (!track || !covered.has(row.clientId)) return [];
    const { clientId, fullName: name, checkedDays, onboarded } = row;
    const donePeriods = donePeriodsOf(track, checkedDays);
    const workouts = countWorkouts(dueOf(row, { now, timeZone }));
    const lastContactDay = lastContactDayOf(row, timeZone);
    const { weight } = toWeight(row, today);
    const { lastMessageAt, lastIndividualAt } = row;
    const isUnanswered = lastMessageAt !== null && lastIndividualAt !== null && lastMessageAt >= lastIndividualAt;
    const unansweredDay = isUnanswered ? dayInZone(lastMessageAt, timeZone) : null;
    const figures = { donePeriods, workouts, weight };
    const client = { ...track, ...figures, clientId, name, onboarded, lastContactDay, unansweredDay };
    return [trackClient(client, today)];
  });
}

/** @throws NOT_FOUND */
export async function getClientSummary(tx: Tx<CoachScope>, clientId: string, today: Today): Promise<ClientSummary> {
  const row = await findClient(tx, clientId, today.now);
  if (!row) throw refuse('NOT_FOUND');
  return toClientSummary(row, row.covered, today);
}

/** @throws NOT_FOUND */
export async function getClient(tx: Tx<CoachScope>, clientId: string, today: Today): Promise<ClientDetail> {
  const [row, session, checkInToReview] = await Promise.all([
    findClient(tx, clientId, today.now),
    getNextSessionWith(tx, clientId, today.now),
    findUnreviewedOf(tx, clientId),
  ]);
  if (!row) throw refuse('NOT_FOUND');
  const summary = toClientSummary(row, row.covered, today);
  return {
    ...summary,
    progress: progressOf(row, summary, today),
    engagement: summary.engagement && { ...summary.engagement, parts: engagementPartsOf(row, today) },
    nextSession: session ? { sessionDate: session.sessionDate.toISOString(), sessionType: session.sessionType } : null,
    checkInToReview,
    userId: row.personId,
    invitedAt: row.createdAt.toISOString(),
    acceptedAt: row.acceptedAt?.toISOString() ?? null,
  };
}

function progressOf(row: ClientRow, { standing, planFollowed: followed }: ClientSummary, { now, timeZone }: Today) {
  if (standing === null) return null;
  return progressLabel({
    weighIns: row.checkIns.flatMap(({ day, weightKg }) => (weightKg === null ? [] : [{ day, weightKg }])),
    startWeightKg: row.weightGoal?.startWeightKg ?? null,
    goalWeightKg: row.weightGoal?.goalWeightKg ?? null,
    targetDay: row.weightGoal?.targetDay ?? null,
    standing,
    followed,
    today: dayInZone(now, timeZone),
  });
}
