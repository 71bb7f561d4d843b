import { and, eq, sql } from 'drizzle-orm';
import { coaches, preferences } from '../../core/people/people.table.ts';
import { relationships, searchKey } from '../../core/relationships/relationships.table.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';

/** What a coach may change of when and what a client is asked. */
export type StoredPlan = {
  checkInAnchor: string;
  checkInIntervalDays: number;
  checkInWeekdays: number[];
  checkInTimeZone: string | null;
  checkInTemplateId: string | null;
};

/** The zone in which the client lives; undefined for somebody who has not accepted. */
export async function findClientZone(tx: Tx<CoachScope>, clientId: string): Promise<string | undefined> {
  const [row] = await tx
    .select({ timeZone: preferences.timeZone })
    .from(relationships)
    .innerJoin(preferences, eq(preferences.userId, relationships.personId))
    .where(and(eq(relationships.coachId, tx.scope.coachId), eq(relationships.clientId, clientId)));
  return row?.timeZone;
}

export async function updatePlan(tx: Tx<CoachScope>, clientId: string, plan: StoredPlan): Promise<void> {
  await tx
    .update(relationships)
    // Another rhythm makes another label of the same check-ins.
    .set({ ...plan, engagementUntil: '-infinity' })
    .where(and(eq(relationships.coachId, tx.scope.coachId), eq(relationships.clientId, clientId)));
}

const DUE_LIMIT = 50;

/** Current clients whose name has `q` in it; who has been due longest first. */
export function selectDueClients(tx: Tx<CoachScope>, q: string) {
  return tx
    .select({
      clientId: relationships.clientId,
      fullName: relationships.fullName,
      status: relationships.status,
      anchorDay: relationships.checkInAnchor,
      intervalDays: relationships.checkInIntervalDays,
      weekdays: relationships.checkInWeekdays,
      pauses: relationships.checkInPauses,
      timeZone: sql<string>`coalesce(${relationships.checkInTimeZone}, ${coaches.timeZone})`,
      lastDay: relationships.lastCheckInDay,
    })
    .from(relationships)
    .innerJoin(coaches, eq(coaches.id, relationships.coachId))
    .where(
      and(
        eq(relationships.coachId, tx.scope.coachId),
        sql`${relationships.status} in ('active', 'paused')`,
        sql`position(${searchKey(sql`${q}::text`)} in ${relationships.nameKey}) > 0`,
      ),
    )
    .orderBy(
      sql`${relationships.status} = 'paused'`,
      sql`${relationships.checkInDueOn} asc nulls last`,
      relationships.nameKey,
      relationships.clientId,
    )
    .limit(DUE_LIMIT);
}
