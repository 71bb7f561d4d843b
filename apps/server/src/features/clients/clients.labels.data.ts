import type { EngagementLabel } from '@stridewell/contract/clients/clients.labels.rules';
import type { RelationshipStatus } from '@stridewell/contract/people.rules';
import { and, asc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import { coaches } from '../../core/people/people.table.ts';
import { isScoringObjected } from '../../core/relationships/coachings.data.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { SystemScope } from '../../platform/db/scope.ts';
import { recentCheckIns } from '../checkins/checkins.service.ts';
import { training, trainingRange } from '../workouts/workouts.adherence.service.ts';
import { lastVisitDay } from './clients.visits.data.ts';

const isStale = (now: Date): SQL | undefined =>
  and(
    eq(relationships.status, 'active'),
    // The first bound holds in every time zone, so that the index finds the few rows. The second one is exact.
    sql`${relationships.engagementUntil} <= (${now.toISOString()}::timestamptz at time zone 'UTC' + interval '14 hours')::date`,
    sql`${relationships.engagementUntil} <= (${now.toISOString()}::timestamptz at time zone ${coaches.timeZone})::date`,
  );

/** Coaches with outdated labels, in the order of their ids. */
export async function selectRenewingCoaches(
  tx: Tx<SystemScope<'checkins'>>,
  { now, after, limit }: { now: Date; after: string | undefined; limit: number },
): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ coachId: relationships.coachId })
    .from(relationships)
    .innerJoin(coaches, eq(coaches.id, relationships.coachId))
    .where(and(isStale(now), after === undefined ? undefined : gt(relationships.coachId, after)))
    .orderBy(asc(relationships.coachId))
    .limit(limit);
  return rows.map(({ coachId }) => coachId);
}

/** Locks clients with outdated labels, so that a concurrent check-in marks them again. */
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

export function selectForLabels(tx: Tx<CoachScope>, clientIds: readonly string[], now: Date) {
  return tx
    .select({
      clientId: relationships.clientId,
      status: sql<RelationshipStatus>`${relationships.status}`,
      checkInAnchor: relationships.checkInAnchor,
      checkInIntervalDays: relationships.checkInIntervalDays,
      checkInWeekdays: relationships.checkInWeekdays,
      checkInPauses: relationships.checkInPauses,
      checkIns: recentCheckIns(tx.scope.coachId),
      training: training(tx.scope.coachId, trainingRange(now)),
      lastVisitDay: lastVisitDay(tx.scope.coachId),
      isUnscored: isScoringObjected(tx.scope.coachId),
      timeZone: coaches.timeZone,
    })
    .from(relationships)
    .innerJoin(coaches, eq(coaches.id, relationships.coachId))
    .where(and(eq(relationships.coachId, tx.scope.coachId), inArray(relationships.clientId, [...clientIds])));
}

export type NewLabel = { clientId: string; label: EngagementLabel | null; until: string; nutrition: number | null };

export async function updateLabels(tx: Tx<CoachScope>, labels: readonly NewLabel[]): Promise<void> {
  await tx.execute(sql`update client_coach_relationships r set engagement = l.label, engagement_until = l.until,
      nutrition_share = l.nutrition
    from json_to_recordset(${JSON.stringify(labels)}::json) as l("clientId" uuid, label text, until date, nutrition real)
    where r.coach_id = ${tx.scope.coachId} and r.client_id = l."clientId"`);
}
