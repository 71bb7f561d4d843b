import { and, asc, eq, gte, sql } from 'drizzle-orm';
import type { CoachKey } from '../../core/tenancy/placement.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { coachSessions } from './calendar.table.ts';

/** The first scheduled session with a client from `now` on. */
export async function findNextSessionWith(tx: Tx<CoachScope>, clientId: string, now: Date) {
  const [session] = await tx
    .select({ sessionDate: coachSessions.sessionDate, sessionType: coachSessions.sessionType })
    .from(coachSessions)
    .where(
      and(
        eq(coachSessions.coachId, tx.scope.coachId),
        eq(coachSessions.clientId, clientId),
        eq(coachSessions.status, 'scheduled'),
        gte(coachSessions.sessionDate, now),
      ),
    )
    .orderBy(asc(coachSessions.sessionDate))
    .limit(1);
  return session;
}

/** Start of the last completed session with the client of a `relationships` row. */
export const lastSessionAt = (coachId: CoachKey) =>
  sql<Date | null>`(select s.session_date from ${coachSessions} s
    where s.coach_id = ${coachId} and s.client_id = client_coach_relationships.client_id
      and s.status = 'completed' and s.cancelled_at is null order by s.session_date desc limit 1)`.mapWith(
    coachSessions.sessionDate,
  );

/** Whether the coach has hours that can be booked. */
export const hasBookingHours = (coachId: CoachKey) =>
  sql<boolean>`exists (select 1 from coach_availability a where a.coach_id = ${coachId}
    and jsonb_array_length(a.availability -> 'hours') > 0)`;
