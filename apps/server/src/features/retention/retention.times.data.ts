import { and, asc, eq, gt, gte, inArray, sql } from 'drizzle-orm';
import { events } from '../../core/events/events.table.ts';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { suggestedTimes } from './retention.table.ts';

type NewTime = Omit<typeof suggestedTimes.$inferInsert, 'coachId'>;

export async function insertTimes(tx: Tx<CoachScope>, times: readonly NewTime[]): Promise<void> {
  if (times.length === 0) return;
  const { coachId } = tx.scope;
  await tx.insert(suggestedTimes).values(times.map((time) => ({ coachId, ...time })));
}

/** Suggested times that lie ahead, by client. */
export async function listTimesAhead(tx: Tx<CoachScope>, now: Date, clientId: string | null = null) {
  const rows = await tx
    .select({ clientId: suggestedTimes.clientId, dueAt: suggestedTimes.dueAt })
    .from(suggestedTimes)
    .where(
      and(
        eq(suggestedTimes.coachId, tx.scope.coachId),
        gt(suggestedTimes.dueAt, now),
        clientId === null ? undefined : eq(suggestedTimes.clientId, clientId),
      ),
    )
    .orderBy(asc(suggestedTimes.dueAt), asc(suggestedTimes.id));
  return new Map(rows.map((row) => [row.clientId, row.dueAt]));
}

/** Clients with a time that was drawn since. */
export async function selectTimed(tx: Tx<CoachScope>, since: Date): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ clientId: suggestedTimes.clientId })
    .from(suggestedTimes)
    .where(and(eq(suggestedTimes.coachId, tx.scope.coachId), gte(suggestedTimes.madeAt, since)));
  return rows.map(({ clientId }) => clientId);
}

/** Those of the clients who reported pain since. */
export async function selectInPain(tx: Tx<CoachScope>, clientIds: readonly string[], since: Date): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ clientId: events.clientId })
    .from(events)
    .where(
      and(
        eq(events.coachId, tx.scope.coachId),
        inArray(events.clientId, [...clientIds]),
        eq(events.type, 'workout.pain_flagged'),
        gte(events.occurredAt, since),
      ),
    );
  return rows.map(({ clientId }) => clientId);
}

/** Deletes the draws about the client in scope. */
export async function deleteOwnTimes(tx: Tx<ClientScope>): Promise<void> {
  const { coachId, clientId } = tx.scope;
  await tx
    .delete(suggestedTimes)
    .where(and(eq(suggestedTimes.coachId, coachId), eq(suggestedTimes.clientId, clientId)));
}

/**
 * Outcomes of the draws by whether the time came at once. A client counts once, by the first draw.
 */
export async function countTimes(tx: Tx<CoachScope>) {
  const { rows } = await tx.execute<{ isNow: boolean; clients: number; active: number }>(sql`
    select f.wait_hours = 0 as "isNow", count(*)::int as clients,
      count(*) filter (where f.followed <> '{}')::int as active
    from (
      select distinct on (t.client_id) t.wait_hours, t.followed
      from ${suggestedTimes} t where t.coach_id = ${tx.scope.coachId}
      order by t.client_id, t.made_at, t.id
    ) f
    where f.followed is not null
    group by "isNow" order by "isNow"`);
  return rows;
}
