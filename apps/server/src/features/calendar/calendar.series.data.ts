import type { SeriesRule } from '@stridewell/contract/calendar/calendar.rules';
import { and, asc, eq, gt, gte, isNull, lt, lte, sql } from 'drizzle-orm';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { SystemScope } from '../../platform/db/scope.ts';
import type { SessionRow } from './calendar.data.ts';
import { coachSessions, sessionSeries } from './calendar.table.ts';

export type SeriesRow = typeof sessionSeries.$inferSelect;

export async function insertSeries(
  tx: Tx<CoachScope>,
  row: Omit<typeof sessionSeries.$inferInsert, 'coachId'>,
): Promise<void> {
  await tx.insert(sessionSeries).values({ ...row, coachId: tx.scope.coachId });
}

export async function findSeries(tx: Tx<CoachScope>, id: string): Promise<SeriesRow | undefined> {
  const [row] = await tx
    .select()
    .from(sessionSeries)
    .where(and(eq(sessionSeries.coachId, tx.scope.coachId), eq(sessionSeries.id, id)));
  return row;
}

export async function updateSeries(
  tx: Tx<CoachScope>,
  id: string,
  values: { rule?: SeriesRule; madeUntil?: string; ended?: boolean },
): Promise<void> {
  await tx
    .update(sessionSeries)
    .set(values)
    .where(and(eq(sessionSeries.coachId, tx.scope.coachId), eq(sessionSeries.id, id)));
}

/** Occurrences of a series from a day on, in order, including canceled ones. */
export const selectOccurrences = (tx: Tx<CoachScope>, seriesId: string, fromDay: string): Promise<SessionRow[]> =>
  tx
    .select()
    .from(coachSessions)
    .where(
      and(
        eq(coachSessions.coachId, tx.scope.coachId),
        eq(coachSessions.seriesId, seriesId),
        gte(coachSessions.originalDay, fromDay),
      ),
    )
    .orderBy(asc(coachSessions.originalDay));

type CalendarTx = Tx<SystemScope<'calendar'>>;

export type SeriesKey = { coachId: string; id: string };

/** Series of all coaches whose sessions end before `untilDay`, grouped by coach. */
export const selectShortSeries = (
  tx: CalendarTx,
  { untilDay, after, limit }: { untilDay: string; after: SeriesKey | undefined; limit: number },
): Promise<SeriesKey[]> =>
  tx
    .select({ coachId: sessionSeries.coachId, id: sessionSeries.id })
    .from(sessionSeries)
    .where(
      and(
        lt(sessionSeries.madeUntil, untilDay),
        eq(sessionSeries.ended, false),
        after && sql`(${sessionSeries.coachId}, ${sessionSeries.id}) > (${after.coachId}::uuid, ${after.id}::uuid)`,
      ),
    )
    .orderBy(asc(sessionSeries.coachId), asc(sessionSeries.id))
    .limit(limit);

export type ReminderKind = 'day' | 'hour';
/** Cursor in the list of sessions that need a reminder. */
export type SessionPlace = { sessionDate: string; coachId: string; id: string };
type Window = { kind: ReminderKind; from: Date; to: Date };
const remindedFor = { day: coachSessions.dayRemindedFor, hour: coachSessions.hourRemindedFor };

/** Sessions of all coaches that start after `from` and until `to`, and need a reminder, earliest first. */
export const selectUnreminded = (
  tx: CalendarTx,
  { kind, from, to, after, limit }: Window & { after: SessionPlace | undefined; limit: number },
): Promise<SessionRow[]> =>
  tx
    .select()
    .from(coachSessions)
    .where(
      and(
        eq(coachSessions.status, 'scheduled'),
        isNull(coachSessions.cancelledAt),
        gt(coachSessions.sessionDate, from),
        lte(coachSessions.sessionDate, to),
        sql`${remindedFor[kind]} is distinct from ${coachSessions.sessionDate}`,
        // No reminder after a notification within the window.
        sql`${coachSessions.notifiedAt} < ${coachSessions.sessionDate} - ${kind === 'day' ? sql`interval '24 hours'` : sql`interval '1 hour'`}`,
        after &&
          sql`(${coachSessions.sessionDate}, ${coachSessions.coachId}, ${coachSessions.id})
            > (${after.sessionDate}::timestamptz, ${after.coachId}::uuid, ${after.id}::uuid)`,
      ),
    )
    .orderBy(asc(coachSessions.sessionDate), asc(coachSessions.coachId), asc(coachSessions.id))
    .limit(limit);

/** Claims the reminder of a session; undefined when another process has it or the session has moved. */
export async function claimReminder(
  tx: Tx<CoachScope>,
  { id, sessionDate }: { id: string; sessionDate: Date },
  kind: ReminderKind,
): Promise<SessionRow | undefined> {
  const [row] = await tx
    .update(coachSessions)
    .set(kind === 'day' ? { dayRemindedFor: sessionDate } : { hourRemindedFor: sessionDate })
    .where(
      and(
        eq(coachSessions.coachId, tx.scope.coachId),
        eq(coachSessions.id, id),
        eq(coachSessions.sessionDate, sessionDate),
        eq(coachSessions.status, 'scheduled'),
        isNull(coachSessions.cancelledAt),
        sql`${remindedFor[kind]} is distinct from ${coachSessions.sessionDate}`,
      ),
    )
    .returning();
  return row;
}
