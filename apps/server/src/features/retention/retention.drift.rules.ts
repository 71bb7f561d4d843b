import { FEATURE_COLUMNS, type FeatureName, type Features, MONTH, QUARTER } from './retention.features.rules.ts';

/**
 * Counts of clients by bin for each feature and group of tenure, as `feature/group`. The last bin holds missing values.
 * Models of earlier versions have no groups.
 */
export type FeatureBins = Record<string, number[]>;

/** How a feature was spread over the weeks of a fit, within a group of tenure. */
export type Slice = {
  /** Upper ends of the bins, the same in each group. */
  edges: number[];
  shares: number[];
  /** Share of the group in the weeks of the fit. */
  weight?: number;
};
export type Slices = Record<string, Slice>;

const BINS = 10;
/** An empty bin counts as this share, because the index takes its logarithm. */
const MIN_SHARE = 1e-4;
/** [K] With fewer clients the spread within a group is mostly chance. */
const MIN_GROUP = 50;
/** [K] Days of the last client of each group but the last one: within a group, tenure hardly changes what clients do. */
const GROUP_ENDS = [MONTH, QUARTER, 2 * QUARTER, 4 * QUARTER, 8 * QUARTER] as const;

/** Follow from tenure alone, which shifts as a platform grows, without any change of a client. */
const OF_TENURE: ReadonlySet<string> = new Set<FeatureName>(['logTenure', 'firstMonth', 'firstQuarter']);
const WATCHED = (Object.keys(FEATURE_COLUMNS) as FeatureName[]).filter((name) => !OF_TENURE.has(name));

function groupOf({ logTenure }: Features): number {
  const days = Math.round(Math.expm1(logTenure ?? 0));
  const group = GROUP_ENDS.findIndex((end) => days <= end);
  return group === -1 ? GROUP_ENDS.length : group;
}

/** The feature of a key, and its group; null for a key of all clients. */
function partsOf(key: string): { name: FeatureName; group: number | null } {
  const [name = '', group] = key.split('/');
  return { name: name as FeatureName, group: group === undefined ? null : Number(group) };
}

function countsOf(values: readonly (number | null | undefined)[], edges: readonly number[]): number[] {
  const counts = Array.from({ length: edges.length + 2 }, () => 0);
  for (const value of values) {
    const found = edges.findIndex((edge) => (value ?? 0) <= edge);
    const bin = typeof value !== 'number' ? edges.length + 1 : found === -1 ? edges.length : found;
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return counts;
}

function edgesOf(values: readonly (number | null)[]): number[] {
  const known = values.filter((value) => value !== null).sort((a, b) => a - b);
  const quantiles = Array.from({ length: BINS - 1 }, (_, index) => {
    return known[Math.floor(((index + 1) * known.length) / BINS)] ?? 0;
  });
  return [...new Set(quantiles)];
}

/** Learns the spread of each feature within the groups of tenure, in bins of about a tenth of all rows. */
export function learnSlices(rows: readonly Features[]): Slices {
  const byGroup = Map.groupBy(rows, groupOf);
  const slices: Slices = {};
  for (const name of WATCHED) {
    const edges = edgesOf(rows.map((row) => row[name]));
    for (const [group, some] of byGroup) {
      const counts = countsOf(
        some.map((row) => row[name]),
        edges,
      );
      const shares = counts.map((count) => count / some.length);
      slices[`${name}/${group}`] = { edges, shares, weight: some.length / rows.length };
    }
  }
  return slices;
}

/** Counts clients by the bins of a fit. Clients of a group that the fit did not have are in none. */
export function countBins(rows: readonly Features[], slices: Slices): FeatureBins {
  const byGroup = Map.groupBy(rows, groupOf);
  return Object.fromEntries(
    Object.entries(slices).map(([key, { edges }]) => {
      const { name, group } = partsOf(key);
      const some = group === null ? rows : (byGroup.get(group) ?? []);
      return [
        key,
        countsOf(
          some.map((row) => row[name]),
          edges,
        ),
      ];
    }),
  );
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

/** How many clients the bins hold. */
export function clientsIn(bins: FeatureBins): number {
  const sums = new Map<string, number>();
  for (const [key, counts] of Object.entries(bins)) {
    const { name } = partsOf(key);
    sums.set(name, (sums.get(name) ?? 0) + sumOf(counts));
  }
  return Math.max(0, ...sums.values());
}

/** Spreads of groups, as if each had the share of all clients that it had in the fit. */
function standardized(groups: readonly { weight: number; shares: readonly number[] }[]): number[] {
  const weights = groups.reduce((sum, { weight }) => sum + weight, 0);
  const [first] = groups;
  return (first?.shares ?? []).map(
    (_, bin) => groups.reduce((sum, { weight, shares }) => sum + weight * (shares[bin] ?? 0), 0) / weights,
  );
}

/** The population stability index of two spreads. */
const indexOf = (fitted: readonly number[], now: readonly number[]): number =>
  fitted.reduce((sum, share, bin) => {
    const before = Math.max(MIN_SHARE, share);
    const after = Math.max(MIN_SHARE, now[bin] ?? 0);
    return sum + (after - before) * Math.log(after / before);
  }, 0);

/**
 * The population stability index of each feature: 0 while it is spread as in the fit. By convention up to 0.1 is no
 * change, and above 0.25 a large one. Groups of tenure count as they did in the fit (direct standardization), so that
 * growth, which brings new clients, and age, which brings old ones, are no change. Groups with few clients are left out
 * on both sides, and so is what follows from tenure alone.
 */
export function stabilityOf(bins: FeatureBins, slices: Slices): Record<string, number> {
  const byName = Map.groupBy(Object.entries(slices), ([key]) => partsOf(key).name);
  const indexes: Record<string, number> = {};
  for (const [name, groups] of byName) {
    if (OF_TENURE.has(name)) continue;
    const compared = groups.flatMap(([key, { shares, weight = 1 }]) => {
      const counts = bins[key] ?? [];
      const clients = sumOf(counts);
      return clients < MIN_GROUP ? [] : [{ weight, fitted: shares, now: counts.map((count) => count / clients) }];
    });
    indexes[name] = indexOf(
      standardized(compared.map(({ weight, fitted }) => ({ weight, shares: fitted }))),
      standardized(compared.map(({ weight, now }) => ({ weight, shares: now }))),
    );
  }
  return indexes;
}
