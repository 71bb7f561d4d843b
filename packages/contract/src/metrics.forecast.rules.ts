/** Months of history below which nothing is forecast. */
export const FORECAST_MIN_MONTHS = 6;
/** Older months say little about the next ones. */
const FORECAST_WINDOW = 24;
export const FORECAST_MONTHS = 3;
/** Share of outcomes within the band, in percent. */
export const FORECAST_BAND = 80;

/** A whole month of the past: its revenue, and the MRR that was known at its end. */
export type PastMonth = { revenue: number; mrr: number };
/** Smallest units of the currency. The band holds four of five outcomes. */
export type ForecastMonth = { cents: number; low: number; high: number };

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
  const slope = values.reduce((sum, value, at) => sum + (at - center) * (value - mean), 0) / squares;
  const spread = Math.sqrt(squaresOf(values.map((value, at) => value - mean - slope * (at - center))) / (n - 2));
  const distance = n - 1 + ahead - center;
  const margin = quantile(n - 2) * spread * Math.sqrt(1 + 1 / n + distance ** 2 / squares);
  return { value: mean + slope * distance, margin };
}

/** The sum of the next `ahead` values of a series without a trend, with the half width of its prediction interval. */
function sumAhead(values: readonly number[], ahead: number): Estimate {
  const n = values.length;
  const mean = meanOf(values);
  const spread = Math.sqrt(squaresOf(values.map((value) => value - mean)) / (n - 1));
  return { value: ahead * mean, margin: quantile(n - 1) * spread * Math.sqrt(ahead + ahead ** 2 / n) };
}

/**
 * Revenue of the months after `months`, which are whole and oldest first: the last MRR, its usual change of a month, and
 * what came on top of MRR, continued as a line. Null below the least history.
 */
export function forecastRevenue(months: readonly PastMonth[]): ForecastMonth[] | null {
  if (months.length < FORECAST_MIN_MONTHS) return null;
  const recent = months.slice(-FORECAST_WINDOW);
  const lastMrr = recent.at(-1)?.mrr ?? 0;
  const changes = recent.slice(1).map(({ mrr }, at) => mrr - (recent[at]?.mrr ?? 0));
  const onTop = recent.map(({ revenue, mrr }) => revenue - mrr);
  return Array.from({ length: FORECAST_MONTHS }, (_, index) => {
    const [change, rest] = [sumAhead(changes, index + 1), continueLine(onTop, index + 1)];
    const middle = lastMrr + change.value + rest.value;
    const margin = Math.hypot(change.margin, rest.margin);
    const bound = (cents: number) => Math.max(0, Math.round(cents));
    return { cents: bound(middle), low: bound(middle - margin), high: bound(middle + margin) };
  });
}
