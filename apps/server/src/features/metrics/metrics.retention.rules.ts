import { firstOfMonth, lastOfMonth } from '@stridewell/contract/metrics/metrics.periods.rules';
import { addMonths } from '@stridewell/contract/money/money.dates.rules';

/** The status of a client from day `on`, until their next change. Clients who left have ended or are archived. */
export type StatusChange = { clientId: string; on: string; status: 'active' | 'paused' | 'left' };

/** Full months that the retention rate covers. */
const RETENTION_MONTHS = 3;
/** Spec section 9: the rate without any history, in percent. */
const ASSUMED_RETENTION = 85;

/** Share of clients kept, in percent. An assumed rate has no clients behind it. */
export type Retention = { percent: number; started: number; kept: number; isAssumed: boolean };

/** Ids of the clients by their status at the end of `day`. `changes` are in the order of time. */
function statusesOn(changes: readonly StatusChange[], day: string): Map<string, StatusChange['status']> {
  const statuses = new Map<string, StatusChange['status']>();
  for (const { clientId, on, status } of changes) if (on <= day) statuses.set(clientId, status);
  return statuses;
}

/**
 * Clients coached on the first of a month who are still coached on its last day, added up over the last three full
 * months. A paused client counts as coached. `changes` are in the order of time.
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

/** Active clients at the end of `day`. `changes` are in the order of time. */
export const activeOn = (changes: readonly StatusChange[], day: string): number =>
  [...statusesOn(changes, day).values()].filter((status) => status === 'active').length;

/** Change in percent with one decimal; null where there was nothing before. */
export const growthPercent = (now: number, before: number): number | null =>
  before > 0 ? Math.round((now / before - 1) * 1000) / 10 : null;
