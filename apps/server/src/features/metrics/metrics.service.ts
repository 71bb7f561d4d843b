import { checkInStreakOf, standingOf } from '@stridewell/contract/clients/clients.figures.rules';
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
  findClientMetrics,
  findPipelineMetrics,
  selectWeeklyOnTrack,
  upsertClientMetrics,
  upsertPipelineMetrics,
} from './metrics.data.ts';

export { selectWeeklyOnTrack as listWeeklyOnTrack };

const COMPARED_WITH_DAYS_AGO = 7;

/** Figures of a day. `save` stores them; it is null when they are already stored. */
export type DailyMetrics<Metrics> = { metrics: Metrics; save: ((tx: Tx<CoachScope>) => Promise<void>) | null };

const toDailyMetrics = <Metrics extends Record<string, string | number | null>>(
  metrics: Metrics,
  stored: Metrics | undefined,
  save: (tx: Tx<CoachScope>, metrics: Metrics) => Promise<void>,
): DailyMetrics<Metrics> => ({
  metrics,
  save:
    stored && Object.keys(metrics).every((name) => metrics[name] === stored[name]) ? null : (tx) => save(tx, metrics),
});

/** Figures of `today`. `activeBefore` is the number of clients a week ago, if known. */
export function clientMetricsOf(
  tracked: readonly TrackedClient[],
  { today, activeBefore }: { today: string; activeBefore: number | undefined },
): ClientMetrics {
  const clients = tracked.filter(({ onboarded }) => onboarded);
  const steadiest = clients
    .map((client) => ({ name: client.name, streak: checkInStreakOf(client, today) }))
    .reduce((best, next) => (next.streak > best.streak ? next : best), { name: '', streak: 0 });
  return {
    date: today,
    totalActiveClients: clients.length,
    clientsOnTrack: clients.filter((client) => standingOf(client, today) === 'on_track').length,
    workoutAdherence: meanPercent(clients.map(({ workouts }) => workouts)),
    mostConsistentClientName: steadiest.streak > 0 ? steadiest.name : null,
    mostConsistentClientStreak: steadiest.streak,
    clientsChange: activeBefore === undefined ? 0 : clients.length - activeBefore,
  };
}

export async function computeClientMetrics(
  tx: Tx<CoachScope>,
  reading: Promise<readonly TrackedClient[]>,
  today: string,
): Promise<DailyMetrics<ClientMetrics>> {
  const [clients, { stored, activeBefore }] = await Promise.all([
    reading,
    findClientMetrics(tx, { today, before: addDays(today, -COMPARED_WITH_DAYS_AGO) }),
  ]);
  return toDailyMetrics(clientMetricsOf(clients, { today, activeBefore }), stored, upsertClientMetrics);
}

/**
 * Recomputes the figures of a past day. Keeps the old ones when the number of active clients would differ: the plan or
 * a client's onboarding has changed since, so the past can no longer be reconstructed.
 */
export async function recomputeClientMetrics(
  tx: Tx<CoachScope>,
  reading: Promise<readonly TrackedClient[]>,
  day: string,
): Promise<DailyMetrics<ClientMetrics | undefined>> {
  const [clients, { stored, activeBefore }] = await Promise.all([
    reading,
    findClientMetrics(tx, { today: day, before: addDays(day, -COMPARED_WITH_DAYS_AGO) }),
  ]);
  const metrics = clientMetricsOf(clients, { today: day, activeBefore });
  if (metrics.totalActiveClients !== stored?.totalActiveClients) return { metrics: stored, save: null };
  return toDailyMetrics(metrics, stored, upsertClientMetrics);
}

export async function computePipelineMetrics(
  tx: Tx<CoachScope>,
  today: string,
): Promise<DailyMetrics<PipelineMetrics>> {
  const [{ leads, trials, paidClients, ...counts }, stored] = await Promise.all([
    getPipelineCounts(tx),
    findPipelineMetrics(tx, today),
  ]);
  const metrics = { date: today, leads, trials, paidClients, conversionRate: conversionRate(counts) };
  return toDailyMetrics(metrics, stored, upsertPipelineMetrics);
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
