import { ACTIVITY_WEEKS } from '@stridewell/contract/retention/retention.rules';
import { addDays, daysBetween } from '@stridewell/contract/time';

/** The first day of the weeks that `activeDaysByWeek` counts. */
export const firstActivityDay = (today: string): string => addDays(today, 1 - 7 * ACTIVITY_WEEKS);

/**
 * Days of each week on which a client did something or opened the portal, the oldest week first. The last week ends today.
 * @param acted how many days ago the client did something
 * @param visited days with a visit
 */
export function activeDaysByWeek(acted: readonly number[], visited: readonly string[], today: string): number[] {
  const weeks = Array.from({ length: ACTIVITY_WEEKS }, () => 0);
  for (const ago of new Set([...acted, ...visited.map((day) => daysBetween(day, today))])) {
    const week = ACTIVITY_WEEKS - 1 - Math.floor(ago / 7);
    if (week >= 0 && week < ACTIVITY_WEEKS) weeks[week] = (weeks[week] ?? 0) + 1;
  }
  return weeks;
}
