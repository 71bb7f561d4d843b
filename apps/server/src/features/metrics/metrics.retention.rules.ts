import { firstOfMonth, lastOfMonth } from '@stridewell/contract/metrics/metrics.periods.rules';
import { addMonths } from '@stridewell/contract/money/money.dates.rules';

/** The status of a client from day `on` until their next change. `left`: ended or archived. */
export type StatusChange = { clientId: string; on: string; status: 'active' | 'paused' | 'left' };

/** Full months that the retention rate covers. */
const RETENTION_MONTHS = 3;
/** Spec section 9: the rate without any history, in percent. */
const ASSUMED_RETENTION = 85;

/** Share of clients kept, in percent. `isAssumed`: there were no clients to measure. */
export type Retention = { percent: number; started: number; kept: number; isAssumed: boolean };

/** Status of each client at the end of `day`. `changes` are ordered by time. */
function statusesOn(changes: readonly StatusChange[], day: string): Map<string, StatusChange['status']> {
  const statuses = new Map<string, StatusChange['status']>();
  for (const { clientId, on, status } of changes) if (on <= day) statuses.set(clientId, status);
  return statuses;
}

/**
 * Share of clients coached on the first of a month who are still coached on its last day, over the last three full
 * months. Paused clients count as coached. `changes` are ordered by time.
 */
export function retentionOf(changes: readonly StatusChange[], today: string): Retention {
  let [started, kept] = [0, 0];
  for (let back = RETENTION_MONTHS; back > 0; back -= 1) {
    const first = addMonths(firstOfMonth(today), -back);
    const atEnd = statusesOn(changes, lastOfMonth(first));
    for (const [clientId, status] of statusesOn(changes, first)) {
      if (status === 'left') continue;
      started += 1;
      if (atEnd.get(clientId) !== 'left') kept += 1;
    }
  }
  if (started === 0) return { percent: ASSUMED_RETENTION, started, kept, isAssumed: true };
  return { percent: Math.round((kept / started) * 100), started, kept, isAssumed: false };
}

/** Number of active clients at the end of `day`. `changes` are ordered by time. */
export const activeOn = (changes: readonly StatusChange[], day: string): number =>
  [...statusesOn(changes, day).values()].filter((status) => status === 'active').length;

/** Change in percent with one decimal; null when `before` is zero. */
export const growthPercent = (now: number, before: number): number | null =>
  before > 0 ? Math.round((now / before - 1) * 1000) / 10 : null;
