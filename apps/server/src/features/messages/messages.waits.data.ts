import { sql } from 'drizzle-orm';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type Places, prepared } from '../../platform/db/prepared.ts';
import { broadcastRecipients, messages } from './messages.table.ts';

// Arrays instead of objects, because repeated property names would be most of the data.
type StoredWait = [isRecent: boolean, seconds: number, answered: boolean];

/** How long a client waited for the coach each time. `sent`: the client's messages since `middle`. */
export type ClientWaits = { clientId: string; sent: number; waits: StoredWait[] };

type WaitRange = { clientIds: readonly string[]; from: string; middle: string; now: string };

// A turn begins with a message of the coach. The client's messages in it are one wait, which the next turn ends.
const messageWaits = prepared(
  'message_waits',
  (tx: Tx<CoachScope>, { coachId, clientIds, from, middle, now }: Places<WaitRange>) => {
    const isCopy = sql`(m.client_id, m.seq) in (select b.client_id, b.seq from ${broadcastRecipients} b
      where b.coach_id = ${coachId} and b.seq is not null)`;
    const spoken = sql`(select m.client_id, m.seq, m.sender, m.created_at,
        count(*) filter (where m.sender = 'coach') over (partition by m.client_id order by m.seq) as turn
      from ${messages} m where m.coach_id = ${coachId} and m.client_id = any(${clientIds}::uuid[])
        and m.created_at >= ${from}::timestamptz and (m.sender = 'client' or not ${isCopy}))`;
    const turns = sql`(select s.client_id, s.turn, min(s.seq) as seq,
        min(s.created_at) filter (where s.sender = 'client') as asked_at,
        count(*) filter (where s.sender = 'client' and s.created_at >= ${middle}::timestamptz) as sent,
        lead(min(s.created_at) filter (where s.sender = 'coach')) over (partition by s.client_id order by s.turn) as answered_at
      from ${spoken} s group by s.client_id, s.turn)`;
    // The first turn may continue a wait that started before the range.
    const before = sql`(select m.sender from ${messages} m where m.coach_id = ${coachId} and m.client_id = t.client_id
      and m.seq < t.seq and (m.sender = 'client' or not ${isCopy}) order by m.seq desc limit 1)`;
    const seconds = sql`greatest(0, extract(epoch from coalesce(t.answered_at, ${now}::timestamptz) - t.asked_at))`;
    return tx
      .select({
        clientId: sql<string>`t.client_id`,
        sent: sql<number>`sum(t.sent)::int`,
        waits: sql<StoredWait[]>`coalesce(json_agg(json_build_array(t.asked_at >= ${middle}::timestamptz, ${seconds},
          t.answered_at is not null)) filter (where t.asked_at is not null
            and (t.turn > 0 or coalesce(${before}, 'coach') = 'coach')), '[]')`,
      })
      .from(sql`${turns} t`)
      .groupBy(sql`t.client_id`);
  },
);

/** Waits that started since `from`, by the contract's `waitsOf`. Those since `middle` are recent. */
export const selectMessageWaits = (tx: Tx<CoachScope>, range: WaitRange): Promise<ClientWaits[]> =>
  messageWaits(tx, range);
