/** Rounds beyond this many median absolute deviations count as disturbed. */
const OUTLIER_DEVIATIONS = 3;
/** Makes the median absolute deviation comparable to a standard deviation. */
const NORMAL_SCALE = 1.4826;
const REPEATS = 3;

/** Median of the rounds of a measurement, and the distance between its repeats as a share of it. */
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

/** Removes rounds far from the median, which another process or a garbage collection disturbed. */
export function withoutOutliers(values: readonly number[]): number[] {
  const middle = median(values);
  const deviation = median(values.map((value) => Math.abs(value - middle))) * NORMAL_SCALE;
  return values.filter((value) => Math.abs(value - middle) <= OUTLIER_DEVIATIONS * deviation);
}

/**
 * Splits rounds into three repeats in order of measurement, so that the spread is the distance between the same run's
 * figures at different times.
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
