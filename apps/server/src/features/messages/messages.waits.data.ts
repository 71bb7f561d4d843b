import { type SQL, sql } from 'drizzle-orm';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type Places, prepared } from '../../platform/db/prepared.ts';
import { broadcastRecipients, messages } from './messages.table.ts';

// Arrays instead of objects: names repeated for each wait would be most of the transfer.
type StoredWait = [isRecent: boolean, seconds: number, answered: boolean];

/** How long a client waited for the coach each time. `sent`: the client's messages since the middle of the range. */
export type ClientWaits = { clientId: string; sent: number; waits: StoredWait[] };

type WaitRange = { clientIds: readonly string[]; from: string; middle: string; now: string };

const messageWaits = prepared(
  'message_waits',
  (tx: Tx<CoachScope>, { coachId, clientIds, from, middle, now }: Places<WaitRange>) => {
    const isCopy = (alias: SQL) => sql`(${alias}.client_id, ${alias}.seq) in (select b.client_id, b.seq
      from ${broadcastRecipients} b where b.coach_id = ${coachId} and b.seq is not null)`;
    const answeredAt = sql`(select a.created_at from ${messages} a where a.coach_id = ${coachId}
      and a.client_id = s.client_id and a.seq > s.seq and a.sender = 'coach' and not ${isCopy(sql`a`)}
      order by a.seq limit 1)`;
    const before = sql`(select b.sender from ${messages} b where b.coach_id = ${coachId} and b.client_id = m.client_id
      and b.seq < m.seq and (b.sender = 'client' or not ${isCopy(sql`b`)}) order by b.seq desc limit 1)`;
    const sent = sql`(select m.client_id, m.seq, m.created_at, m.created_at >= ${middle}::timestamptz as is_recent,
        coalesce(${before}, 'coach') = 'coach' as begins
      from ${messages} m where m.coach_id = ${coachId} and m.client_id = any(${clientIds}::uuid[])
        and m.sender = 'client' and m.created_at >= ${from}::timestamptz)`;
    const seconds = sql`greatest(0, extract(epoch from coalesce(w.answered_at, ${now}::timestamptz) - w.created_at))`;
    return tx
      .select({
        clientId: sql<string>`w.client_id`,
        sent: sql<number>`(count(*) filter (where w.is_recent))::int`,
        waits: sql<StoredWait[]>`coalesce(json_agg(json_build_array(w.is_recent, ${seconds},
          w.answered_at is not null)) filter (where w.begins), '[]')`,
      })
      .from(sql`(select s.*, case when s.begins then ${answeredAt} end as answered_at from ${sent} s) w`)
      .groupBy(sql`w.client_id`);
  },
);

/** The waits that began since `from`, as `waitsOf` of the contract says; those since `middle` are recent. */
export const selectMessageWaits = (tx: Tx<CoachScope>, range: WaitRange): Promise<ClientWaits[]> =>
  messageWaits(tx, range);
