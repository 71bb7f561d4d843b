import { type NewEvent, recordAll } from '../../core/events/events.ts';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { SessionRow } from './calendar.data.ts';

/**
 * Records changes of sessions: cancellations, and in advance the start of new, moved and reassigned sessions.
 * @param before the rows before the change; sessions without one are new
 */
export async function recordSessions(
  tx: Tx<CoachScope | ClientScope>,
  { before = [], after }: { before?: readonly SessionRow[]; after: readonly (SessionRow | undefined)[] },
): Promise<void> {
  const old = new Map(before.map((row) => [row.id, row]));
  await recordAll(
    tx,
    after.flatMap((row) => (row ? eventsOf(row, old.get(row.id)) : [])),
  );
}

function eventsOf({ id, clientId, sessionDate, seriesId, cancelledAt }: SessionRow, before?: SessionRow): NewEvent[] {
  if (!clientId) return [];
  const of = { clientId, subjectId: id };
  const recorded: NewEvent[] = [];
  if (before?.sessionDate.getTime() !== sessionDate.getTime() || before.clientId !== clientId) {
    recorded.push({ ...of, type: 'session.started', occurredAt: sessionDate, data: { seriesId } });
  }
  if (cancelledAt && !before?.cancelledAt) {
    const data = { startsAt: sessionDate.toISOString() };
    recorded.push({ ...of, type: 'session.cancelled', occurredAt: cancelledAt, data });
  }
  return recorded;
}
