/** Beyond this many median absolute deviations a round was disturbed from outside. */
const OUTLIER_DEVIATIONS = 3;
/** Makes the median absolute deviation comparable to a standard deviation. */
const NORMAL_SCALE = 1.4826;
const REPEATS = 3;

/** What rounds of one measurement say: their median, and how far its repeats are apart, as a share of it. */
export type Estimate = { value: number; spread: number };

const ascending = (values: readonly number[]) => [...values].sort((a, b) => a - b);

/** @throws RangeError without values */
export function median(values: readonly number[]): number {
  const sorted = ascending(values);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  if (upper === undefined || lower === undefined) throw new RangeError('no values have no median');
  return (lower + upper) / 2;
}

/**
 * The smallest value that `percent` of the values do not exceed.
 * @throws RangeError without values
 */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = ascending(values);
  const value = sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)];
  if (value === undefined) throw new RangeError('no values have no percentile');
  return value;
}

/** Rounds that another process or a garbage collection disturbed lie far from the median and are left out. */
export function withoutOutliers(values: readonly number[]): number[] {
  const middle = median(values);
  const deviation = median(values.map((value) => Math.abs(value - middle))) * NORMAL_SCALE;
  return values.filter((value) => Math.abs(value - middle) <= OUTLIER_DEVIATIONS * deviation);
}

/**
 * Splits rounds into three repeats in the order in which they were measured, so that the spread is the distance
 * between figures that the same run gave at different times.
 * @throws RangeError with fewer rounds than repeats
 */
export function estimate(rounds: readonly number[]): Estimate {
  const value = median(withoutOutliers(rounds));
  const repeats = Array.from({ length: REPEATS }, (_, index) => {
    const from = Math.floor((rounds.length * index) / REPEATS);
    const to = Math.floor((rounds.length * (index + 1)) / REPEATS);
    return median(withoutOutliers(rounds.slice(from, to)));
  });
  return { value, spread: (Math.max(...repeats) - Math.min(...repeats)) / value };
}
