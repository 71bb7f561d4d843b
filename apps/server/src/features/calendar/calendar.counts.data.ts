import { sql } from 'drizzle-orm';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type Places, prepared } from '../../platform/db/prepared.ts';
import { coachSessions } from './calendar.table.ts';

type Range = { clientIds: readonly string[]; from: string; middle: string; until: string };

const sessionCounts = prepared(
  'session_counts',
  (tx: Tx<CoachScope>, { coachId, clientIds, from, middle, until }: Places<Range>) =>
    tx
      .select({
        clientId: sql<string>`s.client_id`,
        isRecent: sql<boolean>`s.is_recent`,
        held: sql<number>`(count(*) filter (where s.cancelled_at is null and s.status = 'completed'))::int`,
        missed: sql<number>`(count(*) filter (where s.cancelled_at is null and s.status = 'no_show'))::int`,
        canceled: sql<number>`(count(*) filter (where s.cancelled_at is not null))::int`,
      })
      .from(sql`(select s.client_id, s.status, s.cancelled_at, s.session_date >= ${middle}::timestamptz as is_recent
        from ${coachSessions} s where s.coach_id = ${coachId} and s.client_id = any(${clientIds}::uuid[])
          and s.session_date >= ${from}::timestamptz and s.session_date < ${until}::timestamptz) s`)
      .groupBy(sql`s.client_id, s.is_recent`),
);

/** Counts the sessions of each client by what became of them, before `middle` and since. */
export const countSessions = (tx: Tx<CoachScope>, range: Range) => sessionCounts(tx, range);
