import { and, eq, inArray, sql } from 'drizzle-orm';
import { coaches } from '../../core/people/people.table.ts';
import { isCurrent, isRelationshipWith } from '../../core/relationships/relationships.data.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { searchKey } from '../../platform/db/search.ts';
import { scheduleTimeZone } from './checkins.data.ts';

/** Stored schedule and form of a client. */
export type StoredPlan = {
  checkInAnchor: string;
  checkInIntervalDays: number;
  checkInWeekdays: number[];
  checkInTimeZone: string | null;
  checkInTemplateId: string | null;
};

export async function updatePlan(tx: Tx<CoachScope>, clientId: string, plan: StoredPlan): Promise<void> {
  await tx.update(relationships).set(plan).where(isRelationshipWith(tx, clientId));
}

/** Locks clients of the coach in the order of their ids, to avoid deadlocks. */
export function lockClients(tx: Tx<CoachScope>, clientIds: readonly string[]) {
  return tx
    .select({
      clientId: relationships.clientId,
      personId: relationships.personId,
      status: relationships.status,
      templateId: relationships.checkInTemplateId,
    })
    .from(relationships)
    .where(and(eq(relationships.coachId, tx.scope.coachId), inArray(relationships.clientId, [...clientIds])))
    .orderBy(relationships.clientId)
    .for('no key update');
}

export async function updateForm(
  tx: Tx<CoachScope>,
  clientIds: readonly string[],
  checkInTemplateId: string | null,
): Promise<void> {
  await tx
    .update(relationships)
    .set({ checkInTemplateId })
    .where(and(eq(relationships.coachId, tx.scope.coachId), inArray(relationships.clientId, [...clientIds])));
}

const DUE_LIMIT = 50;

/** Current clients whose name contains `q`, longest due first. */
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
      timeZone: scheduleTimeZone,
      lastDay: relationships.lastCheckInDay,
    })
    .from(relationships)
    .innerJoin(coaches, eq(coaches.id, relationships.coachId))
    .where(
      and(
        eq(relationships.coachId, tx.scope.coachId),
        isCurrent,
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
