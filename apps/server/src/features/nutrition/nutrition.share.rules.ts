import { recencyOf } from '@stridewell/contract/clients/clients.labels.rules';
import type { Pause } from '@stridewell/contract/people.rules';
import { addDays } from '@stridewell/contract/time';
import { type DatedCount, followedCounts, type NutritionFacts, wayOf } from './nutrition.rules.ts';

/** Days of nutrition in the engagement score, as of workouts. */
const SHARE_DAYS = 28;

/** The days that `nutritionShare` counts. */
export const shareRange = (today: string): { from: string; to: string } => ({
  from: addDays(today, 1 - SHARE_DAYS),
  to: today,
});

/** Null where nothing was due. */
function recentShare(counts: readonly DatedCount[], today: string): number | null {
  const sumOf = (value: (count: DatedCount) => number) =>
    counts.reduce((sum, count) => sum + recencyOf(count.day, today) * value(count), 0);
  const due = sumOf((count) => count.due);
  return due === 0 ? null : sumOf((count) => count.done) / due;
}

/**
 * 0 to 1: how much of what was due in nutrition and habits was done in four weeks, the latest counting most. Habits that
 * a client has beside another way count as much as that way. Null where nothing was due (`nutritionFollowed`).
 */
export function nutritionShare(
  facts: NutritionFacts,
  { today, pauses }: { today: string; pauses: readonly Pause[] },
): number | null {
  const range = shareRange(today);
  const way = wayOf(facts, range.to);
  const ways = way === null || way === 'habits' ? (['habits'] as const) : ([way, 'habits'] as const);
  const shares = ways.flatMap((one) => {
    const counts = followedCounts(facts, one, { from: range.from, to: range.to, today, pauses });
    return recentShare(counts, today) ?? [];
  });
  return shares.length === 0 ? null : shares.reduce((sum, share) => sum + share, 0) / shares.length;
}
