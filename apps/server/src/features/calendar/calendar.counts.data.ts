import { and, eq, gte, isNull, lte, sql } from 'drizzle-orm';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type Places, prepared } from '../../platform/db/prepared.ts';
import { coachSessions } from './calendar.table.ts';

type Range = { clientIds: readonly string[]; from: string; now: string };

const sessionCounts = prepared(
  'session_counts',
  (tx: Tx<CoachScope>, { coachId, clientIds, from, now }: Places<Range>) =>
    tx
      .select({ clientId: sql<string>`${coachSessions.clientId}`, sessions: sql<number>`count(*)::int` })
      .from(coachSessions)
      .where(
        and(
          eq(coachSessions.coachId, coachId),
          sql`${coachSessions.clientId} = any(${clientIds}::uuid[])`,
          eq(coachSessions.status, 'completed'),
          isNull(coachSessions.cancelledAt),
          gte(coachSessions.sessionDate, sql`${from}::timestamptz`),
          lte(coachSessions.sessionDate, sql`${now}::timestamptz`),
        ),
      )
      .groupBy(coachSessions.clientId),
);

/** Counts the completed sessions of each client. Clients without any are left out. */
export const countSessions = (tx: Tx<CoachScope>, range: Range) => sessionCounts(tx, range);
