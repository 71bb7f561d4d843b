import type { CoachSession } from '@stridewell/contract/calendar';
import { and, asc, eq, gte, lt, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/db/database.ts';
import { type Places, prepared } from '../../platform/db/prepared.ts';
import type { ClientScope, CoachScope } from '../../platform/db/scope.ts';
import { coachSessions } from './calendar.table.ts';

type SessionRow = typeof coachSessions.$inferSelect;

const toSession = ({
  id,
  clientId,
  clientName,
  sessionDate,
  sessionType,
  location,
  status,
}: SessionRow): CoachSession => ({
  id,
  clientId,
  clientName,
  sessionDate: sessionDate.toISOString(),
  sessionType,
  location,
  status: status === 'completed' ? 'completed' : 'scheduled',
});

type Window = { from: Date; to: Date; status: CoachSession['status'] | null; limit: number };

const sessionsOf = prepared(
  'sessions_of_window',
  (tx: Tx<CoachScope | ClientScope>, { coachId, clientId, from, to, status, limit }: Places<Window>) =>
    tx
      .select()
      .from(coachSessions)
      .where(
        and(
          eq(coachSessions.coachId, coachId),
          gte(coachSessions.sessionDate, from),
          lt(coachSessions.sessionDate, to),
          sql`(${status}::text is null or ${coachSessions.status} = ${status})`,
          sql`(${clientId}::uuid is null or ${coachSessions.clientId} = ${clientId})`,
        ),
      )
      .orderBy(asc(coachSessions.sessionDate), asc(coachSessions.id))
      .limit(limit),
);

/** Sessions from `from` up to but not including `to`, by time. A client sees their own. */
export const selectSessions = async (tx: Tx<CoachScope | ClientScope>, window: Window): Promise<CoachSession[]> =>
  (await sessionsOf(tx, window)).map(toSession);

export async function updateSessionStatus(
  tx: Tx<CoachScope>,
  id: string,
  status: CoachSession['status'],
): Promise<CoachSession | undefined> {
  const [row] = await tx
    .update(coachSessions)
    .set({ status })
    .where(and(eq(coachSessions.coachId, tx.scope.coachId), eq(coachSessions.id, id)))
    .returning();
  return row && toSession(row);
}
