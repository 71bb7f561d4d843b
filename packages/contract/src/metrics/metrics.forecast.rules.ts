/** Months of history below which nothing is forecast. */
export const FORECAST_MIN_MONTHS = 6;
/** Older months say little about the next ones. */
export const FORECAST_WINDOW = 24;
export const FORECAST_MONTHS = 3;
/** Share of outcomes within the band, in percent. */
export const FORECAST_BAND = 80;

/**
 * A whole month of the past: its revenue, the MRR at its end, and what the subscriptions lost to churn in it, which is
 * negative.
 */
export type PastMonth = { revenue: number; mrr: number; churn: number };

/**
 * The running month: its revenue so far and the MRR of today. `daysLeft` is the share of its days that are left, and
 * `revenueLeft` the share of a month's revenue that usually comes in on such days.
 */
export type RunningMonth = { revenue: number; mrr: number; daysLeft: number; revenueLeft: number };

/** Smallest units of the currency. The band holds four of five outcomes. */
export type ForecastMonth = { cents: number; low: number; high: number };

/** Monthly parts of a forecast: subscriptions, everything else, and the trend of everything else. */
export type ForecastParts = {
  mrr: number;
  /** Usual change of MRR by churn, and by new, changed and reactivated subscriptions. */
  churn: number;
  gained: number;
  /** Usual revenue on top of MRR, and its usual change. */
  other: number;
  trend: number;
};

export type Forecast = ForecastParts & { months: ForecastMonth[] };

/** 90th percentile of Student's t by degrees of freedom from 1; that of the normal distribution beyond. */
const T_90 = [
  3.078, 1.886, 1.638, 1.533, 1.476, 1.44, 1.415, 1.397, 1.383, 1.372, 1.363, 1.356, 1.35, 1.345, 1.341, 1.337, 1.333,
  1.33, 1.328, 1.325, 1.323, 1.321, 1.319, 1.318,
];
const NORMAL_90 = 1.282;

type Estimate = { value: number; margin: number };

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const squaresOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value ** 2, 0);
const quantile = (freedom: number): number => T_90[freedom - 1] ?? NORMAL_90;

/** The line through `values` continued by `ahead` steps, with the half width of its prediction interval. */
function continueLine(values: readonly number[], ahead: number): Estimate {
  const n = values.length;
  const center = (n - 1) / 2;
  const mean = meanOf(values);
  const squares = squaresOf(values.map((_, at) => at - center));
  const slope = slopeOf(values);
  const spread = Math.sqrt(squaresOf(values.map((value, at) => value - mean - slope * (at - center))) / (n - 2));
  const distance = n - 1 + ahead - center;
  const margin = quantile(n - 2) * spread * Math.sqrt(1 + 1 / n + distance ** 2 / squares);
  return { value: mean + slope * distance, margin };
}

/** The sum of the next `ahead` values, whole or not, of a series without a trend, with the half width of its prediction interval. */
function sumAhead(values: readonly number[], ahead: number): Estimate {
  const n = values.length;
  const mean = meanOf(values);
  const spread = Math.sqrt(squaresOf(values.map((value) => value - mean)) / (n - 1));
  return { value: ahead * mean, margin: quantile(n - 1) * spread * Math.sqrt(ahead + ahead ** 2 / n) };
}

/** The slope of the line through `values`. */
function slopeOf(values: readonly number[]): number {
  const [center, mean] = [(values.length - 1) / 2, meanOf(values)];
  const squares = squaresOf(values.map((_, at) => at - center));
  return values.reduce((sum, value, at) => sum + (at - center) * (value - mean), 0) / squares;
}

/**
 * Revenue of the running month and of those after it: MRR, less what usually gets lost, and the level of what comes on top.
 * Growth and trend are not part of the amounts, and the range allows for them. Of the running month, what was booked
 * counts and only the rest is forecast.
 * @param months whole months before the running one, oldest first
 * @returns null below the least history
 */
export function forecastRevenue(months: readonly PastMonth[], running: RunningMonth): Forecast | null {
  if (months.length < FORECAST_MIN_MONTHS) return null;
  const recent = months.slice(-FORECAST_WINDOW);
  const changes = recent.slice(1).map(({ mrr }, at) => mrr - (recent[at]?.mrr ?? 0));
  const onTop = recent.map(({ revenue, mrr }) => revenue - mrr);
  const churn = meanOf(recent.slice(1).map((month) => month.churn));
  const level = continueLine(onTop, 0).value;
  const bound = (cents: number) => Math.max(0, Math.round(cents));
  const monthAfter = (index: number): ForecastMonth => {
    const [change, rest] = [sumAhead(changes, index + running.daysLeft), continueLine(onTop, index + 1)];
    const isRunning = index === 0;
    const left = isRunning ? running.revenueLeft : 1;
    const booked = isRunning ? running.revenue : 0;
    const at = (mrr: number, onTopOfIt: number) => booked + left * Math.max(0, mrr + onTopOfIt);
    const cents = at(running.mrr + Math.min(0, change.value), level);
    const trended = at(running.mrr + change.value, rest.value);
    const margin = Math.sqrt(left) * Math.hypot(change.margin, rest.margin);
    const low = Math.max(booked, Math.min(cents, trended - margin));
    return { cents: bound(cents), low: bound(low), high: bound(Math.max(cents, trended + margin)) };
  };
  return {
    mrr: running.mrr,
    churn: Math.round(churn),
    gained: Math.round(meanOf(changes) - churn),
    other: Math.round(meanOf(onTop)),
    trend: Math.round(slopeOf(onTop)),
    months: Array.from({ length: FORECAST_MONTHS }, (_, index) => monthAfter(index)),
  };
}
