import { DEFAULT_PLACES } from '@stridewell/contract/coaches/coaches.rules';
import { averageClientValueCents } from '@stridewell/contract/dashboard/dashboard.rules';
import type { BusinessMetrics, PeriodFigures } from '@stridewell/contract/metrics/metrics';
import { FORECAST_MONTHS, FORECAST_WINDOW, forecastRevenue } from '@stridewell/contract/metrics/metrics.forecast.rules';
import {
  comparedPeriods,
  firstOfMonth,
  lastOfMonth,
  monthsUpTo,
  type Period,
} from '@stridewell/contract/metrics/metrics.periods.rules';
import { addMonths } from '@stridewell/contract/money/money.dates.rules';
import { type MrrStep, mrrOn, mrrSteps, sumMovements } from '@stridewell/contract/money/money.mrr.rules';
import { addDays } from '@stridewell/contract/time';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import {
  type CohortCount,
  listClientRevenue,
  listCohorts,
  listMonthlySums,
  listSubscriptionChanges,
  type MonthlySum,
} from '../money/money.ledger.service.ts';
import { compareLedger } from '../money/money.service.ts';
import { selectStatusChanges } from './metrics.data.ts';
import { lifetimeValue } from './metrics.lifetime.rules.ts';
import { activeOn, growthPercent, retentionOf } from './metrics.retention.rules.ts';
import { profitMargin } from './metrics.service.ts';

/** Months in the chart and of the cohorts. */
const SHOWN_MONTHS = 12;
const CHANGES_SHOWN = 5;

type Sums = { revenue: number; expenses: number };

const figuresOf = ({ revenue, expenses }: Sums): PeriodFigures => ({
  revenue,
  expenses,
  profit: revenue - expenses,
  margin: profitMargin(revenue, expenses),
});

/** Sums by month in one currency. */
class Months {
  readonly #sums = new Map<string, Sums>();
  readonly first: string | undefined;

  constructor(rows: readonly MonthlySum[], currency: string) {
    for (const { month, kind, cents, ...row } of rows) {
      if (row.currency !== currency) continue;
      const sum = this.at(month);
      if (kind === 'expense') sum.expenses += cents;
      else sum.revenue += kind === 'refund' ? -cents : cents;
      this.#sums.set(month, sum);
    }
    this.first = [...this.#sums.keys()].sort()[0];
  }

  at(month: string): Sums {
    return this.#sums.get(month) ?? { revenue: 0, expenses: 0 };
  }

  /** First days of the past months, oldest first. */
  whole(today: string): string[] {
    const months: string[] = [];
    for (let month = this.first ?? today; lastOfMonth(month) < today; month = addMonths(month, 1)) months.push(month);
    return months;
  }
}

const centsOn = (steps: readonly MrrStep[], day: string): number => mrrOn(steps, day)[0]?.cents ?? 0;

const NO_MOVEMENTS = { new: 0, reactivation: 0, expansion: 0, contraction: 0, churn: 0 };

function mrrOf(steps: readonly MrrStep[], { from, to }: Period): BusinessMetrics['mrr'] {
  if (steps.length === 0) return null;
  const byClient = new Map<string, number>();
  for (const { on, clientId, cents } of steps) {
    if (on <= to) byClient.set(clientId, (byClient.get(clientId) ?? 0) + cents);
  }
  const { currency: _, ...movements } = sumMovements(steps, { from, to })[0] ?? { currency: '', ...NO_MOVEMENTS };
  return {
    cents: centsOn(steps, to),
    before: centsOn(steps, addDays(from, -1)),
    subscribers: [...byClient.values()].filter((cents) => cents > 0).length,
    movements,
    months: monthsUpTo(to, SHOWN_MONTHS).map((month) => {
      const last = lastOfMonth(month);
      return { month, cents: centsOn(steps, last < to ? last : to) };
    }),
  };
}

/** Gives each cohort a count for each month from its first to that of `today`. */
function cohortsOf(counts: readonly CohortCount[], today: string): BusinessMetrics['cohorts'] {
  const cohorts = Map.groupBy(counts, ({ cohort }) => cohort);
  return [...cohorts].map(([month, rows]) => {
    const byMonth = new Map(rows.map((row) => [row.month, row.clients]));
    const paying: number[] = [];
    for (let at = month; at <= firstOfMonth(today); at = addMonths(at, 1)) paying.push(byMonth.get(at) ?? 0);
    return { month, clients: paying[0] ?? 0, paying };
  });
}

/** The share of the month's days after `today`. */
function daysLeft(today: string): number {
  const days = Number(lastOfMonth(today).slice(8));
  return (days - Number(today.slice(8))) / days;
}

function forecastOf(
  months: Months,
  steps: readonly MrrStep[],
  { today, revenueLeft }: { today: string; revenueLeft: number | null },
): BusinessMetrics['forecast'] {
  const past = months.whole(today).map((month) => ({
    revenue: months.at(month).revenue,
    mrr: centsOn(steps, lastOfMonth(month)),
    churn: sumMovements(steps, { from: month, to: lastOfMonth(month) })[0]?.churn ?? 0,
  }));
  const first = firstOfMonth(today);
  const left = daysLeft(today);
  const running = { revenue: months.at(first).revenue, mrr: centsOn(steps, today), daysLeft: left };
  const forecast = forecastRevenue(past, { ...running, revenueLeft: revenueLeft ?? left });
  if (!forecast) return null;
  const named = monthsUpTo(addMonths(first, FORECAST_MONTHS - 1), FORECAST_MONTHS);
  return { ...forecast, months: forecast.months.map((row, index) => ({ month: named[index] ?? first, ...row })) };
}

type ClientRevenue = Awaited<ReturnType<typeof listClientRevenue>>[number];

const changesOf = (clients: readonly ClientRevenue[], { from, to }: Period): BusinessMetrics['changes'] =>
  clients
    .map(({ clientId, name, cents, before, firstPaidOn }) => ({
      clientId,
      name,
      cents: cents - before,
      isNew: clientId !== null && firstPaidOn !== null && firstPaidOn >= from && firstPaidOn <= to,
    }))
    .filter(({ cents }) => cents !== 0)
    .sort((a, b) => Math.abs(b.cents) - Math.abs(a.cents))
    .slice(0, CHANGES_SHOWN);

type Asked = {
  period: Period;
  currency: string;
  ownCurrency: string;
  today: string;
  planPlaces: number;
  timeZone: string;
};

/**
 * Business figures of one period and currency. Null until the first entry of the books. Every figure is computed from
 * entries and changes of subscriptions, so late and edited entries count at once.
 */
export async function getBusinessMetrics(
  tx: Tx<CoachScope>,
  { period, currency, ownCurrency, today, planPlaces, timeZone }: Asked,
): Promise<BusinessMetrics | null> {
  const { current, previous } = comparedPeriods(period, today);
  const compared = { ...current, previousFrom: previous.from, previousTo: previous.to, currency };
  const since = addMonths(firstOfMonth(today), -FORECAST_WINDOW);
  const [{ sums, before, revenueLeft }, monthly, clients, cohorts, changes, statuses] = await Promise.all([
    compareLedger(tx, { current, previous, currency, today, since }),
    listMonthlySums(tx),
    listClientRevenue(tx, compared),
    listCohorts(tx, addMonths(firstOfMonth(today), 1 - SHOWN_MONTHS)),
    listSubscriptionChanges(tx, currency),
    selectStatusChanges(tx, timeZone),
  ]);
  if (sums.isEmpty) return null;
  const months = new Months(monthly, currency);
  const whole = months.whole(today);
  const steps = mrrSteps(changes);
  return {
    today,
    currency,
    current,
    previous,
    planPlaces,
    capacity: sums.places ?? DEFAULT_PLACES,
    currencies: [...new Set([ownCurrency, currency, ...monthly.map((row) => row.currency).sort()])],
    figures: figuresOf(sums),
    before: figuresOf(before),
    activeClients: sums.activeClients,
    growth: growthPercent(sums.activeClients, activeOn(statuses, addMonths(today, -1))),
    retention: retentionOf(statuses, today),
    revenuePerClient: averageClientValueCents(sums.revenue, sums.activeClients),
    changes: changesOf(clients, current),
    months: monthsUpTo(current.to, SHOWN_MONTHS).map((month) => ({ month, ...months.at(month) })),
    mrr: mrrOf(steps, current),
    cohorts: cohortsOf(cohorts, today),
    lifetime: lifetimeValue(steps, monthsUpTo(addMonths(firstOfMonth(today), -1), SHOWN_MONTHS)),
    forecast: forecastOf(months, steps, { today, revenueLeft }),
    historyMonths: whole.length,
  };
}

export type MonthlyFigures = PeriodFigures & { month: string; currency: string };

/** Figures of every month with entries, by currency, newest first. */
export async function listMonthlyFigures(tx: Tx<CoachScope>): Promise<MonthlyFigures[]> {
  const rows = await listMonthlySums(tx);
  const byCurrency = Map.groupBy(rows, ({ currency }) => currency);
  return [...byCurrency]
    .flatMap(([currency, own]) => {
      const months = new Months(own, currency);
      const named = [...new Set(own.map(({ month }) => month))];
      return named.map((month) => ({ month, currency, ...figuresOf(months.at(month)) }));
    })
    .sort((a, b) => (a.month > b.month ? -1 : 1));
}
