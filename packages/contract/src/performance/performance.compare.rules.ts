import { medianOf } from './performance.replies.rules.ts';

/**
 * Habits compared between the clients who did most of their workouts and the others: share of check-ins sent in
 * percent, messages from the client a week, the coach's median time to a reply in hours, sessions that took place in
 * four weeks, workouts planned a week, and sleep in hours a night.
 */
export const COMPARED_HABITS = ['checkIns', 'messages', 'replyHours', 'sessions', 'planned', 'sleepHours'] as const;
export type ComparedHabit = (typeof COMPARED_HABITS)[number];

/** A client with some workouts due. Habits without data are null. */
export type ComparedClient = { percent: number; habits: Readonly<Record<ComparedHabit, number | null>> };

/** A difference that chance alone would hardly make. `top` and `others` are medians. */
export type HabitDifference = {
  habit: ComparedHabit;
  top: number;
  others: number;
  topClients: number;
  otherClients: number;
  /** Corrected for the number of habits. */
  p: number;
};

/** `alike`: no habit differs more than by chance, or too many clients share the highest percentage. */
export type TopQuarter =
  | { state: 'too_few'; missing: number }
  | { state: 'alike'; topClients: number; otherClients: number }
  | { state: 'different'; topClients: number; otherClients: number; differences: HabitDifference[] };

/** Fewest clients for a comparison. */
export const COMPARISON_MIN = 12;
const GROUP_MIN = 3;
const SIGNIFICANCE = 0.05;
/** Up to so many clients every way to choose the top quarter is counted; beyond, the normal distribution is close. */
const EXACT_MAX = 30;

/** Twice the rank of each value, whole because equal values share the mean of their ranks. */
function doubledRanks(values: readonly number[]): number[] {
  const sorted = [...values].sort((a, b) => a - b);
  const ranks = new Map<number, number>();
  for (const [index, value] of sorted.entries()) {
    if (!ranks.has(value)) ranks.set(value, index + sorted.lastIndexOf(value) + 2);
  }
  return values.map((value) => ranks.get(value) ?? 0);
}

/** Share of all choices of `size` ranks whose sum is at least as far from the mean as `observed`. */
function exactP(ranks: readonly number[], size: number, observed: number): number {
  const total = ranks.reduce((sum, rank) => sum + rank, 0);
  const ways = Array.from({ length: size + 1 }, () => new Float64Array(total + 1));
  ways[0]?.fill(1, 0, 1);
  for (const rank of ranks) {
    for (let chosen = size; chosen > 0; chosen -= 1) {
      const [before, after] = [ways[chosen - 1], ways[chosen]];
      if (!before || !after) continue;
      for (let sum = total; sum >= rank; sum -= 1) after[sum] = (after[sum] ?? 0) + (before[sum - rank] ?? 0);
    }
  }
  const mean = (total * size) / ranks.length;
  const distance = Math.abs(observed - mean) - 1e-9;
  const all = ways[size] ?? new Float64Array();
  const far = all.reduce((sum, count, value) => (Math.abs(value - mean) >= distance ? sum + count : sum), 0);
  return far / all.reduce((sum, count) => sum + count, 0);
}

/** Abramowitz and Stegun 7.1.26, exact to 1.5e-7. */
function twoSidedTail(z: number): number {
  const x = z / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const sum = ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t;
  return sum * Math.exp(-x * x);
}

/** The same from the normal distribution, corrected for ties and continuity. */
function normalP(ranks: readonly number[], size: number, observed: number): number {
  const count = ranks.length;
  const mean = ranks.reduce((sum, rank) => sum + rank, 0) / count;
  const variance = ranks.reduce((sum, rank) => sum + (rank - mean) ** 2, 0) / (count - 1);
  const deviation = Math.sqrt((size * (count - size) * variance) / count);
  if (deviation === 0) return 1;
  return twoSidedTail(Math.max(0, Math.abs(observed - size * mean) - 1) / deviation);
}

/**
 * Mann-Whitney test, two-sided: how likely chance alone makes two groups differ as much.
 * @returns 1 for an empty group
 */
export function mannWhitneyP(group: readonly number[], others: readonly number[]): number {
  if (group.length === 0 || others.length === 0) return 1;
  const ranks = doubledRanks([...group, ...others]);
  const observed = ranks.slice(0, group.length).reduce((sum, rank) => sum + rank, 0);
  return (ranks.length <= EXACT_MAX ? exactP : normalP)(ranks, group.length, observed);
}

/** Holm's correction: values in the order given, so that any of them below a limit is wrong no more often than that. */
export function holm(ps: readonly number[]): number[] {
  const order = ps.map((p, index) => ({ p, index })).sort((a, b) => a.p - b.p);
  const corrected = [...ps];
  let least = 0;
  for (const [place, { p, index }] of order.entries()) {
    least = Math.max(least, Math.min(1, p * (ps.length - place)));
    corrected[index] = least;
  }
  return corrected;
}

/** Finds habits in which the quarter that did most of their workouts differs significantly from the others. */
export function compareTopQuarter(clients: readonly ComparedClient[]): TopQuarter {
  if (clients.length < COMPARISON_MIN) return { state: 'too_few', missing: COMPARISON_MIN - clients.length };
  const percents = clients.map(({ percent }) => percent).sort((a, b) => b - a);
  const least = percents[Math.floor(clients.length / 4) - 1] ?? 0;
  const top = clients.filter(({ percent }) => percent >= least);
  const others = clients.filter(({ percent }) => percent < least);
  const sizes = { topClients: top.length, otherClients: others.length };
  if (top.length > others.length) return { state: 'alike', ...sizes };
  const valuesOf = (group: readonly ComparedClient[], habit: ComparedHabit) =>
    group.flatMap(({ habits }) => habits[habit] ?? []);
  const tested = COMPARED_HABITS.flatMap((habit) => {
    const [high, low] = [valuesOf(top, habit), valuesOf(others, habit)];
    const isEnough = high.length >= GROUP_MIN && high.length + low.length >= COMPARISON_MIN;
    return isEnough ? [{ habit, high, low, p: mannWhitneyP(high, low) }] : [];
  });
  const corrected = holm(tested.map(({ p }) => p));
  const differences = tested.flatMap(({ habit, high, low }, index): HabitDifference[] => {
    const [p = 1, topMedian, otherMedian] = [corrected[index], medianOf(high), medianOf(low)];
    if (p >= SIGNIFICANCE || topMedian === null || otherMedian === null || topMedian === otherMedian) return [];
    return [{ habit, top: topMedian, others: otherMedian, topClients: high.length, otherClients: low.length, p }];
  });
  return differences.length > 0 ? { state: 'different', ...sizes, differences } : { state: 'alike', ...sizes };
}
