import { CAP_DAYS } from '@stridewell/contract/flows/flows.rules';
import { addDays, daysBetween } from '@stridewell/contract/time';
import type { PastSilence } from '../retention/retention.silence.service.ts';

/**
 * The days on which a flow would have started, newest first. One silence starts it once, and a second one at the
 * earliest after the days of the cap.
 * @param rows of consecutive days. Silences that had reached the length on the first one started before.
 */
export function pastStarts(rows: readonly PastSilence[], least: number): { clientId: string; day: string }[] {
  const starts: { clientId: string; day: string }[] = [];
  const [first = ''] = rows.map(({ day }) => day).sort();
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
