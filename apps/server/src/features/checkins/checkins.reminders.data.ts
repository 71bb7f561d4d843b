import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { coaches } from '../../core/people/people.table.ts';
import { isCovered } from '../../core/relationships/relationships.data.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { SystemScope } from '../../platform/db/scope.ts';
import { scheduleTimeZone } from './checkins.data.ts';
import { checkInReminders } from './checkins.table.ts';

/** Local hours for reminders: several, to make up for a missed hourly run. */
const HOURS = { from: 9, before: 12 } as const;

const localTime = (now: Date) => sql`(${now.toISOString()}::timestamptz at time zone ${scheduleTimeZone})`;

const isToRemind = (now: Date) =>
  and(
    eq(relationships.status, 'active'),
    sql`${relationships.personId} is not null`,
    sql`${relationships.checkInDueOn} <= ${localTime(now)}::date`,
    sql`extract(hour from ${localTime(now)}) >= ${HOURS.from} and extract(hour from ${localTime(now)}) < ${HOURS.before}`,
  );

/** Coaches with a client to remind at this hour, in the order of their ids. */
export async function selectRemindingCoaches(
  tx: Tx<SystemScope<'checkins'>>,
  { after, now, limit }: { after: string | undefined; now: Date; limit: number },
): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ coachId: relationships.coachId })
    .from(relationships)
    .innerJoin(coaches, eq(coaches.id, relationships.coachId))
    .where(
      and(
        after === undefined ? undefined : gt(relationships.coachId, after),
        eq(coaches.status, 'active'),
        isToRemind(now),
      ),
    )
    .orderBy(asc(relationships.coachId))
    .limit(limit);
  return rows.map(({ coachId }) => coachId);
}

/**
 * Clients whose check-in is due or overdue and whose local time is in the reminder hours. In a fixed order, so that two
 * processes cannot deadlock.
 */
export function selectClientsToRemind(tx: Tx<CoachScope>, now: Date) {
  return tx
    .select({
      clientId: relationships.clientId,
      personId: relationships.personId,
      clientName: relationships.fullName,
      coachName: coaches.fullName,
      covered: isCovered(tx.scope.coachId),
      anchorDay: relationships.checkInAnchor,
      intervalDays: relationships.checkInIntervalDays,
      weekdays: relationships.checkInWeekdays,
      pauses: relationships.checkInPauses,
      timeZone: scheduleTimeZone,
      lastDay: relationships.lastCheckInDay,
    })
    .from(relationships)
    .innerJoin(coaches, eq(coaches.id, relationships.coachId))
    .where(and(eq(relationships.coachId, tx.scope.coachId), isToRemind(now)))
    .orderBy(asc(relationships.clientId));
}

/** @returns false when the client was already reminded of this due day */
export async function insertReminder(
  tx: Tx<CoachScope>,
  reminder: { clientId: string; dueDay: string; kind: 'due' | 'overdue' },
): Promise<boolean> {
  const result = await tx
    .insert(checkInReminders)
    .values({ coachId: tx.scope.coachId, ...reminder })
    .onConflictDoNothing();
  return result.rowCount === 1;
}
