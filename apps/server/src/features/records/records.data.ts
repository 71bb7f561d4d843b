import type { PlanStatus } from '@stridewell/contract/clients.labels.rules';
import type { Side } from '@stridewell/contract/messages.rules';
import type { ClientRecord } from '@stridewell/contract/records.rules';
import { and, eq, not, type SQL, sql } from 'drizzle-orm';
import { isRelationshipWith } from '../../core/relationships/relationships.data.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { clientRecords } from './records.table.ts';

type PersonTx = Tx<CoachScope | ClientScope>;

const isRecordOfRelationship = and(
  eq(clientRecords.coachId, relationships.coachId),
  eq(clientRecords.clientId, relationships.clientId),
);

/** The client with their record, which is null before the first edit. */
export async function findRecord(tx: PersonTx, clientId: string) {
  const [row] = await tx
    .select({
      fullName: relationships.fullName,
      goal: relationships.goal,
      photoId: relationships.photoId,
      record: clientRecords,
    })
    .from(relationships)
    .leftJoin(clientRecords, isRecordOfRelationship)
    .where(isRelationshipWith(tx, clientId));
  return row;
}

export type RecordRow = NonNullable<Awaited<ReturnType<typeof findRecord>>>;

/** Start and goal of the client's weight; undefined where the scope has no such client. */
export async function findWeightGoal(tx: PersonTx, clientId: string) {
  const [row] = await tx
    .select({
      startWeightKg: clientRecords.startWeightKg,
      goalWeightKg: clientRecords.goalWeightKg,
      targetDay: clientRecords.targetDay,
    })
    .from(relationships)
    .leftJoin(clientRecords, isRecordOfRelationship)
    .where(isRelationshipWith(tx, clientId));
  return row;
}

/** The condition that the client of a row of `relationships` has this plan status. A client without a record has none. */
export function hasPlanStatus(coachId: string, planStatus: PlanStatus): SQL {
  const isRecorded = (status: SQL) => sql`${relationships.clientId} in (select p.client_id from client_records p
    where p.coach_id = ${coachId} and ${status})`;
  return planStatus === 'none'
    ? not(isRecorded(sql`p.plan_status <> 'none'`))
    : isRecorded(sql`p.plan_status = ${planStatus}`);
}

/** Saves the record and the fields of the relationship that belong to it; a client cannot change their name. */
export async function upsertRecord(
  tx: PersonTx,
  clientId: string,
  { fullName, goal, ...facts }: ClientRecord,
  { version, updatedBy, updatedAt }: { version: number; updatedBy: Side; updatedAt: Date },
) {
  const values = { ...facts, version, updatedBy, updatedAt };
  if (tx.scope.role === 'client') await tx.execute(sql`select note_own_onboarding(${goal}, false)`);
  else {
    await tx
      .update(relationships)
      .set({ fullName, goal: goal || null })
      .where(isRelationshipWith(tx, clientId));
  }
  const [row] = await tx
    .insert(clientRecords)
    .values({ coachId: tx.scope.coachId, clientId, ...values })
    .onConflictDoUpdate({ target: [clientRecords.coachId, clientRecords.clientId], set: values })
    .returning();
  if (!row) throw new Error('the upsert of a record returned no row');
  return row;
}

/** A trigger releases the photo that was shown before. */
export async function updatePhoto(tx: PersonTx, clientId: string, photoId: string | null): Promise<void> {
  if (tx.scope.role === 'client') await tx.execute(sql`select show_own_photo(${photoId})`);
  else await tx.update(relationships).set({ photoId }).where(isRelationshipWith(tx, clientId));
}
