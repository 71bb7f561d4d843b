import type { EngagementLabel } from '@stridewell/contract/clients.labels.rules';
import type { RelationshipStatus } from '@stridewell/contract/clients.rules';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { coaches } from '../../core/people/people.table.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { SystemScope } from '../../platform/db/scope.ts';
import { recentCheckIns } from './clients.data.ts';

const isStale = (now: Date): SQL | undefined =>
  and(
    eq(relationships.status, 'active'),
    // Ahead of every zone, so that an index finds the few; then exactly.
    sql`${relationships.engagementUntil} <= (${now.toISOString()}::timestamptz at time zone 'UTC' + interval '14 hours')::date`,
    sql`${relationships.engagementUntil} <= (${now.toISOString()}::timestamptz at time zone ${coaches.timeZone})::date`,
  );

/** Coaches with a client whose label is to be renewed. */
export async function selectRenewingCoaches(
  tx: Tx<SystemScope<'checkins'>>,
  { now, limit }: { now: Date; limit: number },
): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ coachId: relationships.coachId })
    .from(relationships)
    .innerJoin(coaches, eq(coaches.id, relationships.coachId))
    .where(isStale(now))
    .limit(limit);
  return rows.map(({ coachId }) => coachId);
}

/** Clients whose label is to be renewed, held until it is: a check-in that comes meanwhile asks for another renewal. */
export async function lockStale(tx: Tx<CoachScope>, { now, limit }: { now: Date; limit: number }): Promise<string[]> {
  const rows = await tx
    .select({ clientId: relationships.clientId })
    .from(relationships)
    .innerJoin(coaches, eq(coaches.id, relationships.coachId))
    .where(and(eq(relationships.coachId, tx.scope.coachId), isStale(now)))
    .orderBy(relationships.clientId)
    .limit(limit)
    .for('no key update', { of: relationships });
  return rows.map(({ clientId }) => clientId);
}

export function selectForLabels(tx: Tx<CoachScope>, clientIds: readonly string[]) {
  return tx
    .select({
      clientId: relationships.clientId,
      status: sql<RelationshipStatus>`${relationships.status}`,
      checkInAnchor: relationships.checkInAnchor,
      checkInIntervalDays: relationships.checkInIntervalDays,
      checkInWeekdays: relationships.checkInWeekdays,
      checkInPauses: relationships.checkInPauses,
      checkIns: recentCheckIns,
      timeZone: coaches.timeZone,
    })
    .from(relationships)
    .innerJoin(coaches, eq(coaches.id, relationships.coachId))
    .where(and(eq(relationships.coachId, tx.scope.coachId), inArray(relationships.clientId, [...clientIds])));
}

export type NewLabel = { clientId: string; label: EngagementLabel | null; until: string };

export async function writeLabels(tx: Tx<CoachScope>, labels: readonly NewLabel[]): Promise<void> {
  await tx.execute(sql`update client_coach_relationships r set engagement = l.label, engagement_until = l.until
    from json_to_recordset(${JSON.stringify(labels)}::json) as l("clientId" uuid, label text, until date)
    where r.coach_id = ${tx.scope.coachId} and r.client_id = l."clientId"`);
}
