import type { PerformanceReport } from '@stridewell/contract/performance/performance';
import { type PerformanceWeeks, periodOf } from '@stridewell/contract/performance/performance.rules';
import { addDays, dayInZone, startOfDay } from '@stridewell/contract/time';
import { selectClientZones } from '../../core/relationships/relationships.data.ts';
import type { ActiveCoach } from '../../core/tenancy/access.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { selectTogether } from '../../platform/db/select-together.ts';
import { countSessions } from '../calendar/calendar.service.ts';
import { listReviewWaits } from '../checkins/checkins.service.ts';
import { listTrackedClients } from '../clients/clients.service.ts';
import { listMessageWaits } from '../messages/messages.service.ts';
import { computeClientMetrics, readStoredFigures, selectWeeklyOnTrack } from '../metrics/metrics.service.ts';
import { readNutrition } from '../nutrition/nutrition.service.ts';
import { listWeightTrends } from '../progress/progress.service.ts';
import { listWeeklyWorkouts } from '../workouts/workouts.adherence.service.ts';
import { toReport } from './performance.report.rules.ts';

type Deps = { db: Database; now: () => Date };

/** Today's figures are those of the dashboard, and are stored the same way when they changed. */
export async function getPerformance(
  { db, now: clock }: Deps,
  { actor, coach, scope }: ActiveCoach,
  weeks: PerformanceWeeks,
): Promise<PerformanceReport> {
  const now = clock();
  const today = { now, timeZone: coach.timeZone, plan: actor.plan.plan };
  const { report, save } = await db.read(scope, (tx) => readPerformance(tx, today, weeks));
  if (save) await db.write(scope, save);
  return report;
}

type Today = Parameters<typeof listTrackedClients>[1];

/** Two round trips: the second reads data of the clients that the first one found, each up to their own today. */
async function readPerformance(tx: Tx<CoachScope>, clock: Today, weeks: PerformanceWeeks) {
  const { now, timeZone } = clock;
  const today = dayInZone(now, timeZone);
  const tracking = listTrackedClients(tx, clock).then(({ tracked }) => tracked);
  const [tracked, { zones, onTrack }, daily] = await Promise.all([
    tracking,
    selectTogether(tx, { zones: selectClientZones(tx), onTrack: selectWeeklyOnTrack(tx, today, 2 * weeks) }),
    computeClientMetrics(tracking, readStoredFigures(tx, today), today),
  ]);
  const clients = tracked.filter(({ onboarded }) => onboarded);
  const clientIds = clients.map(({ clientId }) => clientId);
  const period = periodOf(today, weeks);
  const instantOf = (day: string) => startOfDay(day, timeZone).toISOString();
  const range = {
    clientIds,
    from: instantOf(period.before),
    middle: instantOf(period.from),
    until: 'infinity',
    now: now.toISOString(),
  };
  const zoneOf = new Map(zones.map(({ clientId, timeZone: zone }) => [clientId, zone]));
  const trainingDays = clientIds.map((clientId) => ({
    clientId,
    today: dayInZone(now, zoneOf.get(clientId) ?? timeZone),
  }));
  const [workouts, messages, reviews, weights, sessions, nutrition] = await Promise.all([
    listWeeklyWorkouts(tx, trainingDays, 2 * weeks),
    listMessageWaits(tx, range),
    listReviewWaits(tx, range),
    listWeightTrends(tx, clientIds, { now, days: 7 * weeks }),
    countSessions(tx, { clientIds, from: range.middle, middle: range.middle, until: range.now }),
    // A client can be a day ahead of the coach, or behind.
    readNutrition(tx, clientIds, { from: addDays(period.before, -1), to: addDays(today, 1) }),
  ]);
  const report = toReport({
    today,
    weeks,
    clients,
    onTrack,
    workouts,
    messages,
    reviews,
    weights,
    sessions,
    nutrition,
    metrics: daily.metrics,
  });
  return { report, save: daily.save };
}
