import { and, asc, eq, gte, sql } from 'drizzle-orm';
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

/** Whether the coach of a row of `coaches` offers hours for booking. */
export const hasBookingHours = sql<boolean>`exists (select 1 from coach_availability a where a.coach_id = coaches.id
  and jsonb_array_length(a.availability -> 'hours') > 0)`;
