import type { CalendarProblem } from '@stridewell/contract/integrations/integrations.calendars.rules';
import { and, asc, count, eq, gt, inArray, lte, or, sql } from 'drizzle-orm';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { SystemScope } from '../../platform/db/scope.ts';
import { calendarConnections, connectedCalendars, type ReadState } from './integrations.calendars.table.ts';

export type ConnectionRow = typeof calendarConnections.$inferSelect;
export type CalendarRow = typeof connectedCalendars.$inferSelect;
type CoachTx = Tx<CoachScope>;

const isConnection = (tx: CoachTx, id: string) =>
  and(eq(calendarConnections.coachId, tx.scope.coachId), eq(calendarConnections.id, id));
const isCalendar = (tx: CoachTx, id: string) =>
  and(eq(connectedCalendars.coachId, tx.scope.coachId), eq(connectedCalendars.id, id));

export const selectConnections = (tx: CoachTx): Promise<ConnectionRow[]> =>
  tx
    .select()
    .from(calendarConnections)
    .where(eq(calendarConnections.coachId, tx.scope.coachId))
    .orderBy(asc(calendarConnections.createdAt), asc(calendarConnections.id));

export const selectCalendars = (tx: CoachTx, connectionId?: string): Promise<CalendarRow[]> =>
  tx
    .select()
    .from(connectedCalendars)
    .where(
      and(
        eq(connectedCalendars.coachId, tx.scope.coachId),
        connectionId === undefined ? undefined : eq(connectedCalendars.connectionId, connectionId),
      ),
    )
    .orderBy(asc(connectedCalendars.name), asc(connectedCalendars.id));

export async function findConnection(tx: CoachTx, id: string): Promise<ConnectionRow | undefined> {
  const [row] = await tx.select().from(calendarConnections).where(isConnection(tx, id));
  return row;
}

/** Locks a connection, so that it is not removed while its times are stored. */
export async function lockConnection(tx: CoachTx, id: string): Promise<ConnectionRow | undefined> {
  const [row] = await tx.select().from(calendarConnections).where(isConnection(tx, id)).for('update');
  return row;
}

/** Serialises additions, so that two at once cannot exceed the plan. */
export async function lockConnectionList(tx: CoachTx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`calendars ${tx.scope.coachId}`}, 0))`);
}

export async function countConnections(tx: CoachTx): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(calendarConnections)
    .where(eq(calendarConnections.coachId, tx.scope.coachId));
  return row?.count ?? 0;
}

export async function insertConnection(
  tx: CoachTx,
  row: Omit<typeof calendarConnections.$inferInsert, 'coachId'>,
): Promise<void> {
  await tx.insert(calendarConnections).values({ ...row, coachId: tx.scope.coachId });
}

export async function insertCalendar(
  tx: CoachTx,
  row: Omit<typeof connectedCalendars.$inferInsert, 'coachId'>,
): Promise<void> {
  await tx.insert(connectedCalendars).values({ ...row, coachId: tx.scope.coachId });
}

export async function updateConnection(
  tx: CoachTx,
  id: string,
  values: Partial<Omit<ConnectionRow, 'coachId' | 'id'>>,
): Promise<ConnectionRow | undefined> {
  const [row] = await tx.update(calendarConnections).set(values).where(isConnection(tx, id)).returning();
  return row;
}

/** Notes that reading failed. The time of the first failure stays until the next complete read. */
export async function noteFailure(
  tx: CoachTx,
  id: string,
  { problem, at, nextReadAt }: { problem: CalendarProblem; at: Date; nextReadAt: Date },
): Promise<void> {
  await tx
    .update(calendarConnections)
    .set({
      problem,
      nextReadAt,
      failingSince: sql`coalesce(${calendarConnections.failingSince}, ${at.toISOString()}::timestamptz)`,
    })
    .where(isConnection(tx, id));
}

export async function updateCalendar(
  tx: CoachTx,
  id: string,
  values: Partial<Pick<CalendarRow, 'name' | 'blocks' | 'state'>>,
): Promise<void> {
  await tx.update(connectedCalendars).set(values).where(isCalendar(tx, id));
}

/** Forgets how far the calendars of a connection were read, so that the next read reads all of them. */
export async function forgetReads(tx: CoachTx, calendarIds: readonly string[]): Promise<void> {
  if (calendarIds.length === 0) return;
  await tx
    .update(connectedCalendars)
    .set({ state: null })
    .where(and(eq(connectedCalendars.coachId, tx.scope.coachId), inArray(connectedCalendars.id, [...calendarIds])));
}

/** Deletes calendars that their account has no more. */
export async function deleteCalendars(tx: CoachTx, calendarIds: readonly string[]): Promise<void> {
  if (calendarIds.length === 0) return;
  await tx
    .delete(connectedCalendars)
    .where(and(eq(connectedCalendars.coachId, tx.scope.coachId), inArray(connectedCalendars.id, [...calendarIds])));
}

/** @returns whether there was such a connection */
export async function deleteConnection(tx: CoachTx, id: string): Promise<ConnectionRow | undefined> {
  const [row] = await tx.delete(calendarConnections).where(isConnection(tx, id)).returning();
  return row;
}

export type ConnectionKey = { coachId: string; id: string };

/** Connections to read at `now`, in the order of their keys, after `after`. */
export const selectDueConnections = (
  tx: Tx<SystemScope<'integrations'>>,
  { now, after, limit }: { now: Date; after: ConnectionKey | undefined; limit: number },
): Promise<ConnectionKey[]> =>
  tx
    .select({ coachId: calendarConnections.coachId, id: calendarConnections.id })
    .from(calendarConnections)
    .where(
      and(
        lte(calendarConnections.nextReadAt, now),
        after &&
          or(
            gt(calendarConnections.coachId, after.coachId),
            and(eq(calendarConnections.coachId, after.coachId), gt(calendarConnections.id, after.id)),
          ),
      ),
    )
    .orderBy(asc(calendarConnections.coachId), asc(calendarConnections.id))
    .limit(limit);

export type { ReadState };
