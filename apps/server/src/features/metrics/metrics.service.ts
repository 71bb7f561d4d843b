import { checkInStreakOf } from '@stridewell/contract/clients/clients.figures.rules';
import { DEFAULT_PLACES } from '@stridewell/contract/coaches/coaches.rules';
import type { TrackedClient } from '@stridewell/contract/dashboard/dashboard.rules';
import type { ClientMetrics, CoachRevenue, PipelineMetrics } from '@stridewell/contract/metrics/metrics';
import { conversionRate } from '@stridewell/contract/pipeline/pipeline.rules';
import { addDays } from '@stridewell/contract/time';
import { meanPercent } from '@stridewell/contract/workouts/workouts.adherence.rules';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { isReadOnly } from '../../platform/db/failures.ts';
import { sumLedger } from '../money/money.service.ts';
import { getPipelineCounts } from '../pipeline/pipeline.service.ts';
import {
  findStoredFigures,
  type StoredFigures,
  selectStatusChanges,
  selectWeeklyOnTrack,
  upsertClientMetrics,
  upsertPipelineMetrics,
} from './metrics.data.ts';

export { selectStatusChanges as listStatusChanges, selectWeeklyOnTrack };

const COMPARED_WITH_DAYS_AGO = 7;

/** Figures of a day. `save` stores them; it is null when they are already stored. */
export type DailyMetrics<Metrics> = { metrics: Metrics; save: ((tx: Tx<CoachScope>) => Promise<void>) | null };

const toDailyMetrics = <Metrics extends Record<string, string | number | null>>(
  metrics: Metrics,
  stored: Metrics | null,
  save: (tx: Tx<CoachScope>, metrics: Metrics) => Promise<void>,
): DailyMetrics<Metrics> => ({
  metrics,
  save:
    stored && Object.keys(metrics).every((name) => metrics[name] === stored[name]) ? null : (tx) => save(tx, metrics),
});

/** Figures of `today`. `activeBefore` is the number of clients a week ago; null when it is unknown. */
export function clientMetricsOf(
  tracked: readonly TrackedClient[],
  { today, activeBefore }: { today: string; activeBefore: number | null },
): ClientMetrics {
  const clients = tracked.filter(({ onboarded }) => onboarded);
  const steadiest = clients
    .map((client) => ({ name: client.name, streak: checkInStreakOf(client, today) }))
    .reduce((best, next) => (next.streak > best.streak ? next : best), { name: '', streak: 0 });
  return {
    date: today,
    totalActiveClients: clients.length,
    clientsOnTrack: clients.filter(({ standing }) => standing === 'on_track').length,
    workoutAdherence: meanPercent(clients.map(({ workouts }) => workouts)),
    mostConsistentClientName: steadiest.streak > 0 ? steadiest.name : null,
    mostConsistentClientStreak: steadiest.streak,
    clientsChange: activeBefore === null ? 0 : clients.length - activeBefore,
  };
}

/** The stored figures of a day, which `compute...` compares with the current ones. */
export const readStoredFigures = (tx: Tx<CoachScope>, day: string): Promise<StoredFigures> =>
  findStoredFigures(tx, { today: day, before: addDays(day, -COMPARED_WITH_DAYS_AGO) });

export async function computeClientMetrics(
  reading: Promise<readonly TrackedClient[]>,
  storing: Promise<StoredFigures>,
  today: string,
): Promise<DailyMetrics<ClientMetrics>> {
  const [tracked, { clients, activeBefore }] = await Promise.all([reading, storing]);
  return toDailyMetrics(clientMetricsOf(tracked, { today, activeBefore }), clients, upsertClientMetrics);
}

/**
 * Recomputes the figures of a past day. Keeps the old ones when the number of active clients would differ: the plan or
 * a client's onboarding has changed since, so the past can no longer be reconstructed.
 */
export async function recomputeClientMetrics(
  reading: Promise<readonly TrackedClient[]>,
  storing: Promise<StoredFigures>,
  day: string,
): Promise<DailyMetrics<ClientMetrics | null>> {
  const [tracked, { clients, activeBefore }] = await Promise.all([reading, storing]);
  const metrics = clientMetricsOf(tracked, { today: day, activeBefore });
  if (metrics.totalActiveClients !== clients?.totalActiveClients) return { metrics: clients, save: null };
  return toDailyMetrics(metrics, clients, upsertClientMetrics);
}

export async function computePipelineMetrics(
  tx: Tx<CoachScope>,
  storing: Promise<StoredFigures>,
  today: string,
): Promise<DailyMetrics<PipelineMetrics>> {
  const [{ leads, trials, paidClients, ...counts }, { pipeline }] = await Promise.all([getPipelineCounts(tx), storing]);
  const metrics = { date: today, leads, trials, paidClients, conversionRate: conversionRate(counts) };
  return toDailyMetrics(metrics, pipeline, upsertPipelineMetrics);
}

/** Computes today's figures, and stores them if they changed. */
export async function refreshMetrics<Metrics>(
  db: Database,
  scope: CoachScope,
  compute: (tx: Tx<CoachScope>) => Promise<DailyMetrics<Metrics>>,
): Promise<Metrics> {
  const { metrics, save } = await db.readAtOnce(scope, compute);
  // Nothing is stored while an operator views as the coach.
  if (save && !isReadOnly()) await db.write(scope, save);
  return metrics;
}

/** Profit as a share of the revenue, in percent with one decimal; null without revenue. */
export const profitMargin = (revenue: number, expenses: number): number | null =>
  revenue > 0 ? Math.round(((revenue - expenses) / revenue) * 1000) / 10 : null;

/**
 * Amounts of this month in the smallest unit of the currency, and the margin in percent with one decimal. `isEmpty`
 * until the first entry of the books.
 */
export async function getCoachRevenue(
  tx: Tx<CoachScope>,
  { today, currency }: { today: string; currency: string },
): Promise<{ isEmpty: boolean; revenue: CoachRevenue }> {
  const month = { from: `${today.slice(0, 7)}-01`, to: today, currency };
  const { revenue, expenses, isEmpty, places, activeClients } = await sumLedger(tx, month);
  const profit = revenue - expenses;
  return {
    isEmpty,
    revenue: {
      current_month_revenue: revenue,
      monthly_expenses: expenses,
      net_profit: profit,
      profit_margin: profitMargin(revenue, expenses),
      active_clients: activeClients,
      max_capacity: places ?? DEFAULT_PLACES,
    },
  };
}
