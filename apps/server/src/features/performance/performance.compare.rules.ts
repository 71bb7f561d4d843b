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

/**
 * Mann-Whitney test, two-sided: how likely chance alone makes two groups differ as much. From the normal distribution,
 * corrected for ties and continuity.
 * @returns 1 for an empty group
 */
export function mannWhitneyP(group: readonly number[], others: readonly number[]): number {
  if (group.length === 0 || others.length === 0) return 1;
  const count = group.length + others.length;
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
