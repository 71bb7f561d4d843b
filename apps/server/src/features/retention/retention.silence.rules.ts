import { daysBetween } from '@stridewell/contract/time';
import type { Activity } from './retention.features.rules.ts';

const latestOf = (days: readonly string[]): string | undefined => days.toSorted().at(-1);

/**
 * How long a client had been silent at the end of a past day; null while they were not active.
 * @param acts days of what counts
 * @param fromStart whether a client who has not acted yet is silent since their start; null otherwise
 */
export function silenceOn(
  { accepted, since, pauses }: Pick<Activity, 'accepted' | 'since' | 'pauses'>,
  acts: readonly string[],
  { day, fromStart }: { day: string; fromStart: boolean },
): number | null {
  const start = accepted ?? since;
  if (day < start || pauses.some(([from, until]) => day >= from && day < until)) return null;
  const last = latestOf(acts.filter((act) => act <= day));
  if (last === undefined && !fromStart) return null;
  const ended = pauses.flatMap(([, until]) => (until <= day ? [until] : []));
  return daysBetween(latestOf([start, ...ended, ...(last === undefined ? [] : [last])]) ?? start, day);
}
