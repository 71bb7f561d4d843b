import { addDays } from '@stridewell/contract/time';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { selectActivity } from './retention.features.data.ts';
import { featuresOf } from './retention.features.rules.ts';
import { type ACTS, selectActDays } from './retention.silence.data.ts';
import { silenceOn } from './retention.silence.rules.ts';

/** Days since a client last did each; null for never. `activity` counts from their start otherwise. */
export type SilenceOf = {
  clientId: string;
  activity: number;
  workout: number | null;
  checkIn: number | null;
  message: number | null;
};

/**
 * The silence of the coach's active clients as of today, for other features. Clients who objected to the estimate of
 * their engagement have no rows.
 * @param today in the coach's time zone
 */
export async function listSilence(tx: Tx<CoachScope>, timeZone: string, today: string): Promise<SilenceOf[]> {
  const rows = await selectActivity(tx, { coachId: tx.scope.coachId, timeZone }, [today]);
  return rows.map((row) => {
    const { silentDays, workoutDaysAgo, checkInDaysAgo, messageDaysAgo } = featuresOf(row, today);
    return {
      clientId: row.clientId,
      activity: silentDays ?? 0,
      workout: workoutDaysAgo,
      checkIn: checkInDaysAgo,
      message: messageDaysAgo,
    };
  });
}

/** Longer than any silence that is asked about. */
const LOOK_BACK_DAYS = 120;

export type PastSilence = { clientId: string; day: string; days: number | null };

/**
 * One kind of silence of the clients who are active today, at the end of each of the days before. It takes two statements
 * for any number of days.
 */
export async function listPastSilence(
  tx: Tx<CoachScope>,
  timeZone: string,
  { today, of, days }: { today: string; of: 'activity' | keyof typeof ACTS; days: number },
): Promise<PastSilence[]> {
  const tenant = { coachId: tx.scope.coachId, timeZone };
  const since = addDays(today, -days - LOOK_BACK_DAYS);
  const [rows, actsOf] = await Promise.all([
    selectActivity(tx, tenant, [today]),
    of === 'activity' ? null : selectActDays(tx, tenant, { act: of, since }),
  ]);
  return rows.flatMap((row) => {
    const acts = actsOf ? (actsOf.get(row.clientId) ?? []) : row.days.map((ago) => addDays(today, -ago));
    return Array.from({ length: days }, (_, index) => {
      const day = addDays(today, index - days);
      return { clientId: row.clientId, day, days: silenceOn(row, acts, { day, fromStart: !actsOf }) };
    });
  });
}
