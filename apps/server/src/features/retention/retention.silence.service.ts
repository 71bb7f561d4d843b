import { addDays } from '@stridewell/contract/time';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { listActivity } from './retention.activity.service.ts';
import { type Silence, silenceOn } from './retention.silence.rules.ts';

export type SilenceOf = Silence & { clientId: string };

/**
 * The silence of the coach's active clients as of today, for other features. Clients who objected to the estimate of
 * their engagement have no rows.
 * @param today in the coach's time zone
 */
export async function listSilence(tx: Tx<CoachScope>, timeZone: string, today: string): Promise<SilenceOf[]> {
  const rows = await listActivity(tx, { coachId: tx.scope.coachId, timeZone }, [today]);
  return rows.map((row) => Object.assign(silenceOn(row, today), { clientId: row.clientId }));
}

export type PastSilence = { clientId: string; day: string; days: number | null };

/**
 * One kind of silence at the end of each of the days before today, of the clients who were active then. It takes one
 * statement for any number of days.
 */
export async function listPastSilence(
  tx: Tx<CoachScope>,
  timeZone: string,
  { today, of, days }: { today: string; of: keyof Silence; days: number },
): Promise<PastSilence[]> {
  const past = Array.from({ length: days }, (_, index) => addDays(today, index - days));
  const rows = await listActivity(tx, { coachId: tx.scope.coachId, timeZone }, past);
  return rows.map((row) => ({ clientId: row.clientId, day: row.day, days: silenceOn(row, row.day)[of] }));
}
