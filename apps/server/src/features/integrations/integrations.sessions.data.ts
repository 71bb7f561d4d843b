import type { CalendarProblem } from '@stridewell/contract/integrations/integrations.calendars.rules';
import { and, asc, count, eq, gt, inArray, isNotNull, isNull, lte, ne, not, or, sql } from 'drizzle-orm';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { SystemScope } from '../../platform/db/scope.ts';
import type { ConnectionKey } from './integrations.calendars.data.ts';
import { calendarConnections } from './integrations.calendars.table.ts';
import { calendarWrites, type FoundChange, sessionCalendars } from './integrations.sessions.table.ts';

export type SessionCalendarRow = typeof sessionCalendars.$inferSelect;
export type WriteRow = typeof calendarWrites.$inferSelect;
export type { FoundChange };

type CoachTx = Tx<CoachScope>;

const isSessionCalendar = (tx: CoachTx, calendarId: string) =>
  and(eq(sessionCalendars.coachId, tx.scope.coachId), eq(sessionCalendars.calendarId, calendarId));
const ofCalendar = (tx: CoachTx, calendarId: string) =>
  and(eq(calendarWrites.coachId, tx.scope.coachId), eq(calendarWrites.calendarId, calendarId));

/** Claims a connection for one process. @returns false while another process has it, or where there is none */
export async function claimLease(
  tx: CoachTx,
  id: string,
  { now, until }: { now: Date; until: Date },
): Promise<boolean> {
  const { rowCount } = await tx
    .update(calendarConnections)
    .set({ leasedUntil: until })
    .where(
      and(
        eq(calendarConnections.coachId, tx.scope.coachId),
        eq(calendarConnections.id, id),
        or(isNull(calendarConnections.leasedUntil), lte(calendarConnections.leasedUntil, now)),
      ),
    );
  return rowCount === 1;
}

/** Moves the end of a lease, to null at its end. @returns false when the lease was lost */
export async function moveLease(
  tx: CoachTx,
  id: string,
  { held, until }: { held: Date; until: Date | null },
): Promise<boolean> {
  const { rowCount } = await tx
    .update(calendarConnections)
    .set({ leasedUntil: until })
    .where(
      and(
        eq(calendarConnections.coachId, tx.scope.coachId),
        eq(calendarConnections.id, id),
        eq(calendarConnections.leasedUntil, held),
      ),
    );
  return rowCount === 1;
}

export const selectSessionCalendars = (tx: CoachTx, connectionId?: string): Promise<SessionCalendarRow[]> =>
  tx
    .select()
    .from(sessionCalendars)
    .where(
      and(
        eq(sessionCalendars.coachId, tx.scope.coachId),
        connectionId === undefined ? undefined : eq(sessionCalendars.connectionId, connectionId),
      ),
    )
    .orderBy(asc(sessionCalendars.createdAt), asc(sessionCalendars.calendarId));

/** Adds sessions to a calendar from now on. */
export async function upsertSessionCalendar(
  tx: CoachTx,
  {
    calendarId,
    ...values
  }: Pick<
    SessionCalendarRow,
    'calendarId' | 'connectionId' | 'active' | 'showsNames' | 'makesMeetings' | 'nextWriteAt'
  >,
): Promise<void> {
  await tx
    .insert(sessionCalendars)
    .values({ ...values, calendarId, coachId: tx.scope.coachId })
    .onConflictDoUpdate({ target: [sessionCalendars.coachId, sessionCalendars.calendarId], set: values });
}

export async function updateSessionCalendar(
  tx: CoachTx,
  calendarId: string,
  values: Partial<Pick<SessionCalendarRow, 'active' | 'showsNames' | 'nextWriteAt'>>,
): Promise<void> {
  await tx.update(sessionCalendars).set(values).where(isSessionCalendar(tx, calendarId));
}

/** Stops adding sessions to the calendars of a connection. */
export async function endSessionCalendars(tx: CoachTx, connectionId: string, now: Date): Promise<void> {
  await tx
    .update(sessionCalendars)
    .set({ active: false, nextWriteAt: now })
    .where(and(eq(sessionCalendars.coachId, tx.scope.coachId), eq(sessionCalendars.connectionId, connectionId)));
}

/** Makes all calendars of the coach due now. Where a provider asked to wait, they stay due after that. */
export async function requestWrites(tx: CoachTx, now: Date): Promise<void> {
  await tx
    .update(sessionCalendars)
    .set({ nextWriteAt: now })
    .where(
      and(
        eq(sessionCalendars.coachId, tx.scope.coachId),
        or(
          isNull(sessionCalendars.problem),
          ne(sessionCalendars.problem, 'rate_limited'),
          lte(sessionCalendars.nextWriteAt, now),
        ),
      ),
    );
}

/** Notes that everything was written. A change meanwhile keeps the calendar due. */
export async function noteWritten(
  tx: CoachTx,
  { calendarId, nextWriteAt: before }: SessionCalendarRow,
  { at, nextWriteAt }: { at: Date; nextWriteAt: Date },
): Promise<void> {
  await tx
    .update(sessionCalendars)
    .set({ writtenAt: at, failingSince: null, problem: null })
    .where(isSessionCalendar(tx, calendarId));
  await tx
    .update(sessionCalendars)
    .set({ nextWriteAt })
    .where(and(isSessionCalendar(tx, calendarId), eq(sessionCalendars.nextWriteAt, before)));
}

/** Notes that writing failed. The time of the first failure stays until everything was written. */
export async function noteWriteFailure(
  tx: CoachTx,
  calendarId: string,
  { problem, at, nextWriteAt }: { problem: CalendarProblem; at: Date; nextWriteAt: Date },
): Promise<void> {
  await tx
    .update(sessionCalendars)
    .set({
      problem,
      nextWriteAt,
      failingSince: sql`coalesce(${sessionCalendars.failingSince}, ${at.toISOString()}::timestamptz)`,
    })
    .where(isSessionCalendar(tx, calendarId));
}

/** Deletes a calendar that no longer gets sessions, unless it does again. */
export async function deleteEnded(tx: CoachTx, calendarId: string): Promise<void> {
  await tx.delete(sessionCalendars).where(and(isSessionCalendar(tx, calendarId), not(sessionCalendars.active)));
}

/** Connections with sessions to write at `now`, in the order of their keys, after `after`. */
export const selectDueWriters = (
  tx: Tx<SystemScope<'integrations'>>,
  { now, after, limit }: { now: Date; after: ConnectionKey | undefined; limit: number },
): Promise<ConnectionKey[]> =>
  tx
    .selectDistinct({ coachId: sessionCalendars.coachId, id: sessionCalendars.connectionId })
    .from(sessionCalendars)
    .where(
      and(
        lte(sessionCalendars.nextWriteAt, now),
        after &&
          or(
            gt(sessionCalendars.coachId, after.coachId),
            and(eq(sessionCalendars.coachId, after.coachId), gt(sessionCalendars.connectionId, after.id)),
          ),
      ),
    )
    .orderBy(asc(sessionCalendars.coachId), asc(sessionCalendars.connectionId))
    .limit(limit);

export const selectWrites = (tx: CoachTx, calendarId: string): Promise<WriteRow[]> =>
  tx.select().from(calendarWrites).where(ofCalendar(tx, calendarId));

/** Events of a calendar, and those of sessions that start after `now`. */
export const countWrites = (tx: CoachTx, now: Date) =>
  tx
    .select({
      calendarId: calendarWrites.calendarId,
      count: count(),
      upcoming: sql<number>`(count(*) filter (where ${calendarWrites.startsAt} > ${now.toISOString()}::timestamptz))::int`,
    })
    .from(calendarWrites)
    .where(eq(calendarWrites.coachId, tx.scope.coachId))
    .groupBy(calendarWrites.calendarId);

/** Notes events before they are written, so that none is lost when the process stops in between. */
export async function insertWrites(tx: CoachTx, writes: readonly WriteRow[]): Promise<void> {
  if (writes.length > 0)
    await tx
      .insert(calendarWrites)
      .values([...writes])
      .onConflictDoNothing();
}

export async function updateWrite(
  tx: CoachTx,
  { calendarId, sessionId }: Pick<WriteRow, 'calendarId' | 'sessionId'>,
  values: Partial<
    Pick<WriteRow, 'path' | 'etag' | 'digest' | 'sequence' | 'startsAt' | 'minutes' | 'meetingUrl' | 'found'>
  >,
): Promise<void> {
  await tx
    .update(calendarWrites)
    .set(values)
    .where(and(ofCalendar(tx, calendarId), eq(calendarWrites.sessionId, sessionId)));
}

export async function deleteWrites(tx: CoachTx, calendarId: string, sessionIds: readonly string[]): Promise<void> {
  if (sessionIds.length === 0) return;
  await tx
    .delete(calendarWrites)
    .where(and(ofCalendar(tx, calendarId), inArray(calendarWrites.sessionId, [...sessionIds])));
}

/** Upcoming events that were changed elsewhere, by the session's time. */
export const selectFound = (tx: CoachTx, now: Date, limit: number): Promise<WriteRow[]> =>
  tx
    .select()
    .from(calendarWrites)
    .where(
      and(
        eq(calendarWrites.coachId, tx.scope.coachId),
        isNotNull(calendarWrites.found),
        gt(calendarWrites.startsAt, now),
      ),
    )
    .orderBy(asc(calendarWrites.startsAt), asc(calendarWrites.sessionId))
    .limit(limit);

/** Locks the changed events of a session, so that one answer counts. */
export const lockFound = (tx: CoachTx, sessionId: string): Promise<WriteRow[]> =>
  tx
    .select()
    .from(calendarWrites)
    .where(
      and(
        eq(calendarWrites.coachId, tx.scope.coachId),
        eq(calendarWrites.sessionId, sessionId),
        isNotNull(calendarWrites.found),
      ),
    )
    .for('update');
