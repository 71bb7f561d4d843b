import type { SIDES } from '@stridewell/contract/people.rules';
import { sql } from 'drizzle-orm';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type Places, prepared } from '../../platform/db/prepared.ts';
import { broadcastRecipients, messages } from './messages.table.ts';

// Arrays instead of objects, because repeated property names would be most of the data.
type StoredWait = [isRecent: boolean, seconds: number, answered: boolean];

/** How long one side waited for the other each time. `sent`: the messages of the waiting side since `middle`. */
export type ClientWaits = { clientId: string; sent: number; waits: StoredWait[] };

/** Waits that start from `from` to before `until`, which can be `infinity`. Those since `middle` are recent. */
type WaitRange = { clientIds: readonly string[]; from: string; middle: string; until: string; now: string };

// A turn begins with a message of the side that answers. Messages of the other side in it are one wait, which the next
// turn ends.
const waitsOf = (waiting: (typeof SIDES)[number]) => {
  const [asking, answering] = waiting === 'client' ? ['client', 'coach'] : ['coach', 'client'];
  const [isAsked, isAnswer, answers] = [`sender = '${asking}'`, `sender = '${answering}'`, `'${answering}'`].map(
    sql.raw,
  );
  return prepared(
    `message_waits_of_${waiting}`,
    (tx: Tx<CoachScope>, { coachId, clientIds, from, middle, until, now }: Places<WaitRange>) => {
      // Group messages and automatic ones answer no client.
      const isCopy = sql`(m.automatic or (m.client_id, m.seq) in (select b.client_id, b.seq from ${broadcastRecipients} b
        where b.coach_id = ${coachId} and b.seq is not null))`;
      const spoken = sql`(select m.client_id, m.seq, m.sender, m.created_at,
          count(*) filter (where m.${isAnswer}) over (partition by m.client_id order by m.seq) as turn
        from ${messages} m where m.coach_id = ${coachId} and m.client_id = any(${clientIds}::uuid[])
          and m.created_at >= ${from}::timestamptz and (m.sender = 'client' or not ${isCopy}))`;
      const turns = sql`(select s.client_id, s.turn, min(s.seq) as seq,
          min(s.created_at) filter (where s.${isAsked}) as asked_at,
          count(*) filter (where s.${isAsked} and s.created_at >= ${middle}::timestamptz) as sent,
          lead(min(s.created_at) filter (where s.${isAnswer})) over (partition by s.client_id order by s.turn) as answered_at
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
            t.answered_at is not null)) filter (where t.asked_at < ${until}::timestamptz
              and (t.turn > 0 or coalesce(${before}, ${answers}) = ${answers})), '[]')`,
        })
        .from(sql`${turns} t`)
        .groupBy(sql`t.client_id`);
    },
  );
};

const clientWaits = waitsOf('client');
const coachWaits = waitsOf('coach');

/** How long clients waited for the coach, by the contract's `waitsOf`. */
export const selectMessageWaits = (tx: Tx<CoachScope>, range: WaitRange): Promise<ClientWaits[]> =>
  clientWaits(tx, range);

/** How long the coach waited for clients, counted in the same way. */
export const selectCoachWaits = (tx: Tx<CoachScope>, range: WaitRange): Promise<ClientWaits[]> => coachWaits(tx, range);

type CountRange = Pick<WaitRange, 'clientIds' | 'from' | 'middle' | 'until'>;

const messageCounts = prepared(
  'message_counts',
  (tx: Tx<CoachScope>, { coachId, clientIds, from, middle, until }: Places<CountRange>) =>
    tx
      .select({
        clientId: sql<string>`m.client_id`,
        isRecent: sql<boolean>`m.is_recent`,
        fromCoach: sql<number>`(count(*) filter (where m.sender = 'coach'))::int`,
        fromClient: sql<number>`(count(*) filter (where m.sender = 'client'))::int`,
      })
      .from(sql`(select m.client_id, m.sender, m.created_at >= ${middle}::timestamptz as is_recent
        from ${messages} m where m.coach_id = ${coachId} and m.client_id = any(${clientIds}::uuid[])
          and m.created_at >= ${from}::timestamptz and m.created_at < ${until}::timestamptz) m`)
      .groupBy(sql`m.client_id, m.is_recent`),
);

/** Counts the messages of both sides, group messages included, before `middle` and since. */
export const countMessages = (tx: Tx<CoachScope>, range: CountRange) => messageCounts(tx, range);
