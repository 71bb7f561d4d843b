import { FEATURE_COLUMNS, type FeatureName, type Features } from './retention.features.rules.ts';

/** Counts of clients by bin for each feature. The last bin holds missing values. */
export type FeatureBins = Record<string, number[]>;

/** How a feature was spread over the weeks of a fit: upper ends of its bins, and the share of each. */
export type Slice = { edges: number[]; shares: number[] };
export type Slices = Record<string, Slice>;

const BINS = 10;
/** An empty bin counts as this share, because the index takes its logarithm. */
const MIN_SHARE = 1e-4;

const FEATURE_NAMES = Object.keys(FEATURE_COLUMNS) as FeatureName[];

function countsOf(values: readonly (number | null | undefined)[], edges: readonly number[]): number[] {
  const counts = Array.from({ length: edges.length + 2 }, () => 0);
  for (const value of values) {
    const found = edges.findIndex((edge) => (value ?? 0) <= edge);
    const bin = typeof value !== 'number' ? edges.length + 1 : found === -1 ? edges.length : found;
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return counts;
}

/** Learns the spread of each feature, in bins of about a tenth of the rows. */
export function learnSlices(rows: readonly Features[]): Slices {
  const slices: Slices = {};
  for (const name of FEATURE_NAMES) {
    const values = rows.map((row) => row[name]);
    const known = values.filter((value) => value !== null).sort((a, b) => a - b);
    const quantiles = Array.from({ length: BINS - 1 }, (_, index) => {
      return known[Math.floor(((index + 1) * known.length) / BINS)] ?? 0;
    });
    const edges = [...new Set(quantiles)];
    slices[name] = { edges, shares: countsOf(values, edges).map((count) => count / Math.max(1, rows.length)) };
  }
  return slices;
}

/** Counts clients by the bins of a fit. */
export const countBins = (rows: readonly Features[], slices: Slices): FeatureBins =>
  Object.fromEntries(
    Object.entries(slices).map(([name, { edges }]) => [
      name,
      countsOf(
        rows.map((row) => row[name as FeatureName]),
        edges,
      ),
    ]),
  );

/**
 * The population stability index of each feature: 0 while it is spread as in the fit. By convention up to 0.1 is no
 * change, and above 0.25 a large one.
 */
export const stabilityOf = (bins: FeatureBins, slices: Slices): Record<string, number> =>
  Object.fromEntries(
    Object.entries(slices).map(([name, { shares }]) => {
      const counts = bins[name] ?? [];
      const total = counts.reduce((sum, count) => sum + count, 0);
      if (total === 0) return [name, 0];
      return [
        name,
        shares.reduce((sum, share, bin) => {
          const now = Math.max(MIN_SHARE, (counts[bin] ?? 0) / total);
          const then = Math.max(MIN_SHARE, share);
          return sum + (now - then) * Math.log(now / then);
        }, 0),
      ];
    }),
  );
