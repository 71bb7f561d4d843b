import { BILLABLE_SEAT_STATUSES, coveredClients, type Plan } from '@stridewell/contract/billing.rules';
import { type CheckInSchedule, checkInPeriod, checkInState } from '@stridewell/contract/checkins.rules';
import type { ClientDetail, ClientSummary } from '@stridewell/contract/clients';
import { engagementLabel, engagementScore, progressLabel } from '@stridewell/contract/clients.labels.rules';
import { adherenceFall, type TrackedClient } from '@stridewell/contract/dashboard.rules';
import { dayInZone } from '@stridewell/contract/time';
import { refuse } from '../../core/refusals.ts';
import { isReadOnly } from '../../core/relationships/relationships.data.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { getNextSessionWith } from '../calendar/calendar.service.ts';
import { getWeightGoal } from '../records/records.service.ts';
import { type ClientRow, findClient, selectTrackedClients } from './clients.data.ts';

/** Now, and the coach's time zone for days. */
export type Today = { now: Date; timeZone: string };

export function toClientSummary(row: ClientRow, covered: boolean, { now, timeZone }: Today): ClientSummary {
  const [latest] = row.checkIns;
  const status = checkInStatusOf(row, { now, timeZone });
  return {
    clientId: row.clientId,
    fullName: row.fullName,
    email: row.email,
    status: row.status,
    readOnly: isReadOnly(row.status, covered),
    onboardingCompleted: row.onboardingCompleted,
    goal: row.goal,
    clientSince: dayInZone(row.acceptedAt ?? row.createdAt, timeZone),
    lastCheckInDay: latest?.day ?? null,
    lastWeightKg: row.checkIns.find(({ weightKg }) => weightKg !== null)?.weightKg ?? null,
    adherence: latest?.adherence ?? null,
    checkInState: status && status.state !== 'paused' ? status.state : null,
    missedCheckIns: status ? status.missed : 0,
    adherenceFalling: adherenceFall(row.checkIns) !== null,
    accepted: row.personId !== null,
    photoId: row.photoId,
    engagement: engagementOf(row, dayInZone(now, timeZone)),
    invitationExpiresAt: row.invitationExpiresAt?.toISOString() ?? null,
  };
}

/** How engaged an active client is; null for other clients, and while nothing was due. */
export function engagementOf(row: EngagementRow, today: string): ClientSummary['engagement'] {
  const schedule = scheduleOf(row);
  const score = schedule && engagementScore(schedule, row.checkIns, today);
  return score === null ? null : { score, label: engagementLabel(score) };
}

type ScheduleColumns = Pick<
  ClientRow,
  'checkInAnchor' | 'checkInIntervalDays' | 'checkInWeekdays' | 'checkInPauses' | 'status'
>;
type EngagementRow = ScheduleColumns & Pick<ClientRow, 'checkIns'>;

/** The check-in schedule of an active client; null for other clients. */
export function scheduleOf(row: ScheduleColumns): CheckInSchedule | null {
  if (!row.checkInAnchor || row.status !== 'active') return null;
  const { checkInIntervalDays: intervalDays, checkInWeekdays: weekdays, checkInPauses: pauses } = row;
  return { anchorDay: row.checkInAnchor, intervalDays, weekdays, pauses };
}

/** The check-in status of an active client, in the time zone of their schedule; null for other clients. */
function checkInStatusOf(row: ClientRow, { now, timeZone }: Today) {
  const schedule = scheduleOf(row);
  const today = dayInZone(now, row.checkInTimeZone ?? timeZone);
  return schedule && checkInState({ ...schedule, lastSubmittedDay: row.checkIns[0]?.day ?? null, today });
}

/**
 * Active clients for the dashboard's rules, and how many seats are taken. Clients without a covered seat are left out:
 * they cannot submit check-ins, so missing ones mean nothing.
 */
export async function listTrackedClients(
  tx: Tx<CoachScope>,
  { now, timeZone, plan }: Today & { plan: Plan },
): Promise<{ tracked: TrackedClient[]; used: number }> {
  const rows = await selectTrackedClients(tx, { statuses: BILLABLE_SEAT_STATUSES });
  const covered = coveredClients(rows, plan);
  const tracked = rows.flatMap((row) => {
    const schedule = scheduleOf(row);
    if (!schedule || !covered.has(row.clientId)) return [];
    const { clientId, fullName: name, checkIns } = row;
    const ownToday = dayInZone(now, row.checkInTimeZone ?? timeZone);
    const donePeriods = row.checkedDays.map((day) => checkInPeriod(schedule, day));
    return [{ ...schedule, clientId, name, ownToday, checkIns, donePeriods }];
  });
  return { tracked, used: rows.length };
}

/** @throws NOT_FOUND */
export async function getClientSummary(tx: Tx<CoachScope>, clientId: string, today: Today): Promise<ClientSummary> {
  const row = await findClient(tx, clientId);
  if (!row) throw refuse('NOT_FOUND');
  return toClientSummary(row, row.covered, today);
}

/** @throws NOT_FOUND */
export async function getClient(tx: Tx<CoachScope>, clientId: string, today: Today): Promise<ClientDetail> {
  const [row, goal, session] = await Promise.all([
    findClient(tx, clientId),
    getWeightGoal(tx, clientId),
    getNextSessionWith(tx, clientId, today.now),
  ]);
  if (!row) throw refuse('NOT_FOUND');
  const summary = toClientSummary(row, row.covered, today);
  return {
    ...summary,
    progress:
      row.status === 'active'
        ? progressLabel({
            weighIns: row.checkIns.flatMap(({ day, weightKg }) => (weightKg === null ? [] : [{ day, weightKg }])),
            startWeightKg: goal?.startWeightKg ?? null,
            goalWeightKg: goal?.goalWeightKg ?? null,
            targetDay: goal?.targetDay ?? null,
            missed: summary.missedCheckIns,
            adherence: summary.adherence,
            adherenceFalling: summary.adherenceFalling,
            today: dayInZone(today.now, today.timeZone),
          })
        : null,
    nextSession: session ? { sessionDate: session.sessionDate.toISOString(), sessionType: session.sessionType } : null,
    userId: row.personId,
    nextCheckInDay: checkInStatusOf(row, today)?.nextDay ?? null,
    invitedAt: row.createdAt.toISOString(),
    acceptedAt: row.acceptedAt?.toISOString() ?? null,
  };
}
