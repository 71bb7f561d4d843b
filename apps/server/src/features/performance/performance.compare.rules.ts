import {
  COMPARED_HABITS,
  type ComparedHabit,
  type HabitDifference,
  type TopQuarter,
} from '@stridewell/contract/performance/performance.compare.rules';
import { errorFunction, wilcoxonRankSum } from 'simple-statistics';
import { medianOf } from './performance.replies.rules.ts';

/** A client with some workouts due. Habits without data are null. */
export type ComparedClient = { percent: number; habits: Readonly<Record<ComparedHabit, number | null>> };

/** Fewest clients for a comparison. */
export const COMPARISON_MIN = 12;
const GROUP_MIN = 3;
const SIGNIFICANCE = 0.05;
/** Up to so many clients all groups are counted: among few and equal values the normal distribution is too sure. */
const COUNTED_MAX = 30;

/** Share of all choices of a group as large whose ranks sum up at least as far from the mean. */
function countedP(group: readonly number[], others: readonly number[]): number {
  const all = [...group, ...others];
  // Twice the ranks: equal values share their mean rank, which may end in a half.
  const ranks = all.map((one) => all.reduce((sum, each) => sum + (each < one ? 2 : each === one ? 1 : 0), 0));
  const total = ranks.reduce((sum, rank) => sum + rank, 0);
  const ways = Array.from({ length: group.length + 1 }, () => new Float64Array(total + 1));
  ways[0]?.fill(1, 0, 1);
  for (const rank of ranks) {
    for (let chosen = group.length; chosen > 0; chosen -= 1) {
      const [before, after] = [ways[chosen - 1], ways[chosen]];
      if (!before || !after) continue;
      for (let sum = total; sum >= rank; sum -= 1) after[sum] = (after[sum] ?? 0) + (before[sum - rank] ?? 0);
    }
  }
  const mean = (total * group.length) / all.length;
  const observed = ranks.slice(0, group.length).reduce((sum, rank) => sum + rank, 0);
  const distance = Math.abs(observed - mean) - 1e-9;
  const choices = ways[group.length] ?? new Float64Array();
  const far = choices.reduce((sum, count, at) => (Math.abs(at - mean) >= distance ? sum + count : sum), 0);
  return far / choices.reduce((sum, count) => sum + count, 0);
}

/**
 * Mann-Whitney test, two-sided: how likely chance alone makes two groups differ as much. Exact where clients are few,
 * else from the normal distribution, corrected for ties and continuity.
 * @returns 1 for an empty group
 */
export function mannWhitneyP(group: readonly number[], others: readonly number[]): number {
  if (group.length === 0 || others.length === 0) return 1;
  const count = group.length + others.length;
  if (count <= COUNTED_MAX) return countedP(group, others);
  const ties = [...Map.groupBy([...group, ...others], (value) => value).values()];
  const tied = ties.reduce((sum, { length }) => sum + length ** 3 - length, 0);
  const variance = ((group.length * others.length) / 12) * (count + 1 - tied / (count * (count - 1)));
  if (variance <= 0) return 1;
  const distance = Math.abs(wilcoxonRankSum([...group], [...others]) - (group.length * (count + 1)) / 2);
  // The approximation of the error function is slightly below 0 at 0.
  return Math.min(1, 1 - errorFunction(Math.max(0, distance - 0.5) / Math.sqrt(2 * variance)));
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
