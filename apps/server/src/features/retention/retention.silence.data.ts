import { sql } from 'drizzle-orm';
import { eventRecordedAt } from '../../core/events/events.data.ts';
import type { Reader } from './retention.features.data.ts';

/** Acts whose days are read one by one. */
export const ACTS = {
  workout: 'workout.completed',
  checkIn: 'checkin.submitted',
  message: 'message.sent',
} as const;

/**
 * The days on which clients of the coach acted in one way since a day, each once. Events count from when they were
 * recorded.
 */
export async function selectActDays(
  tx: Reader,
  { coachId, timeZone }: { coachId: string; timeZone: string },
  { act, since }: { act: keyof typeof ACTS; since: string },
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await tx.execute<{ clientId: string; days: string[] }>(sql`
    select e.client_id as "clientId", json_agg(distinct (${eventRecordedAt} at time zone ${timeZone})::date::text) as days
    from events e where e.coach_id = ${coachId} and e.type = ${ACTS[act]} and e.actor = 'client'
      and e.occurred_at >= ${since}::date
    group by e.client_id order by e.client_id`);
  return new Map(rows.map(({ clientId, days }) => [clientId, days]));
}
