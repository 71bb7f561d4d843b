import type { CoachSession } from '@stridewell/contract/calendar';
import { and, asc, eq, gte, lt } from 'drizzle-orm';
import type { Tx } from '../../platform/db/database.ts';
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

/** Sessions from `from` up to but not including `to`, by time. A client sees their own. */
export async function selectSessions(
  tx: Tx<CoachScope | ClientScope>,
  window: { from: Date; to: Date; status?: CoachSession['status'] | undefined; limit: number },
): Promise<CoachSession[]> {
  const { clientId } = tx.scope;
  const rows = await tx
    .select()
    .from(coachSessions)
    .where(
      and(
        eq(coachSessions.coachId, tx.scope.coachId),
        gte(coachSessions.sessionDate, window.from),
        lt(coachSessions.sessionDate, window.to),
        window.status && eq(coachSessions.status, window.status),
        clientId ? eq(coachSessions.clientId, clientId) : undefined,
      ),
    )
    .orderBy(asc(coachSessions.sessionDate), asc(coachSessions.id))
    .limit(window.limit);
  return rows.map(toSession);
}

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
