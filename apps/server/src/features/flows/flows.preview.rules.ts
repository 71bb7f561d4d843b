import { CAP_DAYS } from '@stridewell/contract/flows/flows.rules';
import { addDays, daysBetween } from '@stridewell/contract/time';
import type { PastSilence } from '../retention/retention.silence.service.ts';

/**
 * The days on which a flow would have started, newest first. One silence starts it once, and a second one at the
 * earliest after the days of the cap.
 * @param first day of the rows; silences that had reached the length on it started before
 */
export function pastStarts(
  rows: readonly PastSilence[],
  { least, first }: { least: number; first: string },
): { clientId: string; day: string }[] {
  const starts: { clientId: string; day: string }[] = [];
  const lastOf = new Map<string, { began: string; day: string }>();
  for (const { clientId, day, days } of rows.toSorted((one, other) => one.day.localeCompare(other.day))) {
    if (days === null || days < least) continue;
    const began = addDays(day, -days);
    const last = lastOf.get(clientId);
    if (last && (last.began === began || daysBetween(last.day, day) < CAP_DAYS)) continue;
    lastOf.set(clientId, { began, day });
    if (day > first) starts.push({ clientId, day });
  }
  return starts.reverse();
}

/** Days of a client on which no flow starts: from the first day until before the last one, which is null for no end. */
export type BlockedDays = { clientId: string; from: string; until: string | null };

/** The silences that could start a flow: not on days that block it. */
export function withoutBlocked(rows: readonly PastSilence[], blocked: readonly BlockedDays[]): PastSilence[] {
  const blocksOf = Map.groupBy(blocked, ({ clientId }) => clientId);
  return rows.filter(
    ({ clientId, day }) =>
      !blocksOf.get(clientId)?.some(({ from, until }) => from <= day && (until === null || day < until)),
  );
}
