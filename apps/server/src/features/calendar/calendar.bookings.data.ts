import {
  type Availability,
  type BusyTime,
  NO_AVAILABILITY,
} from '@stridewell/contract/calendar/calendar.bookings.rules';
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import { isCovered, isRelationshipWith } from '../../core/relationships/relationships.data.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import type { CaptureScope, ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { SessionRow } from './calendar.data.ts';
import { coachAvailability, coachSessions } from './calendar.table.ts';

export async function findAvailability(tx: Tx<CoachScope | ClientScope | CaptureScope>): Promise<Availability> {
  const [row] = await tx
    .select({ availability: coachAvailability.availability })
    .from(coachAvailability)
    .where(eq(coachAvailability.coachId, tx.scope.coachId));
  return row?.availability ?? NO_AVAILABILITY;
}

export async function upsertAvailability(tx: Tx<CoachScope>, availability: Availability): Promise<void> {
  await tx
    .insert(coachAvailability)
    .values({ coachId: tx.scope.coachId, availability })
    .onConflictDoUpdate({ target: coachAvailability.coachId, set: { availability } });
}

export type BusySearch = { from: Date; to: Date; now: Date; exceptId: string | null };

/** Busy and held times of the coach, for a client or visitor who books. Excludes the session or hold `exceptId`. */
export async function selectBusy(
  tx: Tx<ClientScope | CaptureScope>,
  { from, to, now, exceptId }: BusySearch,
): Promise<BusyTime[]> {
  const { rows } = await tx.execute<{
    session_date: Date;
    minutes: number;
    buffer_before: number;
    buffer_after: number;
  }>(
    sql`select * from busy_times(${from.toISOString()}::timestamptz, ${to.toISOString()}::timestamptz,
      ${now.toISOString()}::timestamptz, ${exceptId}::uuid)`,
  );
  return rows.map(({ session_date, minutes, buffer_before, buffer_after }) => ({
    start: new Date(session_date),
    minutes,
    bufferBefore: buffer_before,
    bufferAfter: buffer_after,
  }));
}

/** The client's own sessions that have not ended. */
export const selectOwnSessions = (tx: Tx<ClientScope>, now: Date, limit: number): Promise<SessionRow[]> =>
  tx
    .select()
    .from(coachSessions)
    .where(
      and(
        eq(coachSessions.coachId, tx.scope.coachId),
        eq(coachSessions.clientId, tx.scope.clientId),
        // No session is longer than a day. This bound lets the index serve the query.
        gt(coachSessions.sessionDate, new Date(now.getTime() - 86_400_000)),
        sql`${coachSessions.sessionDate} + make_interval(mins => ${coachSessions.minutes}) > ${now.toISOString()}::timestamptz`,
        eq(coachSessions.status, 'scheduled'),
        isNull(coachSessions.cancelledAt),
      ),
    )
    .orderBy(asc(coachSessions.sessionDate))
    .limit(limit);

/** The relationship in scope with the client's name and whether the coach's plan covers it. */
export async function findOwnRelationship(tx: Tx<ClientScope>) {
  const [row] = await tx
    .select({ status: relationships.status, fullName: relationships.fullName, covered: isCovered(tx.scope.coachId) })
    .from(relationships)
    .where(isRelationshipWith(tx, tx.scope.clientId));
  return row;
}
