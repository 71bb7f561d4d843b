import type { Side } from '@stridewell/contract/people.rules';
import type { ClientRecord } from '@stridewell/contract/records/records.fields';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { followRelationship } from '../../core/relationships/coachings.data.ts';
import { changeOwnRelationship, isRelationshipWith } from '../../core/relationships/relationships.data.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import type { CoachKey } from '../../core/tenancy/placement.ts';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { clientRecords } from './records.table.ts';

type PersonTx = Tx<CoachScope | ClientScope>;

const isClient = (tx: PersonTx): tx is Tx<ClientScope> => tx.scope.role === 'client';

/** Fails when a write changed nothing: the services have already refused former clients. */
async function requireCurrent(changed: Promise<boolean>): Promise<void> {
  if (!(await changed)) throw new Error('a former client changed the relationship');
}

export type StoredGoal = { startWeightKg: number | null; goalWeightKg: number | null; targetDay: string | null };

const isRecordOfRelationship = and(
  eq(clientRecords.coachId, relationships.coachId),
  eq(clientRecords.clientId, relationships.clientId),
);

/** The client and their record, which is null before the first edit. */
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

/** The allergies of clients as they were chosen or typed. A client without a record has none. */
export const selectAllergies = (tx: PersonTx, clientIds: readonly string[]) =>
  tx
    .select({ clientId: clientRecords.clientId, allergies: clientRecords.allergies })
    .from(clientRecords)
    .where(and(eq(clientRecords.coachId, tx.scope.coachId), inArray(clientRecords.clientId, [...clientIds])));

/** The client's phone number; empty without a record. */
export async function findPhone(tx: PersonTx, clientId: string): Promise<string> {
  const [row] = await tx
    .select({ phone: clientRecords.phone })
    .from(clientRecords)
    .where(and(eq(clientRecords.coachId, tx.scope.coachId), eq(clientRecords.clientId, clientId)));
  return row?.phone ?? '';
}

/** Phone numbers of clients, and when their records were edited last. A client without a record has none. */
export const selectPhones = (tx: Tx<CoachScope>, clientIds: readonly string[]) =>
  tx
    .select({ clientId: clientRecords.clientId, phone: clientRecords.phone, updatedAt: clientRecords.updatedAt })
    .from(clientRecords)
    .where(and(eq(clientRecords.coachId, tx.scope.coachId), inArray(clientRecords.clientId, [...clientIds])));

/** Start weight, goal weight and target day of a `relationships` row; null before the first edit of the record. */
export const weightGoal = (coachId: CoachKey) =>
  sql<StoredGoal | null>`(select json_build_object('startWeightKg', r.start_weight_kg,
    'goalWeightKg', r.goal_weight_kg, 'targetDay', r.target_day) from ${clientRecords} r
    where r.coach_id = ${coachId} and r.client_id = client_coach_relationships.client_id)`;

/** Saves the record and its fields in the relationship. A client cannot change their name. */
export async function upsertRecord(
  tx: PersonTx,
  clientId: string,
  { fullName, goal, ...facts }: ClientRecord,
  { version, updatedBy, updatedAt }: { version: number; updatedBy: Side; updatedAt: Date },
) {
  const values = { ...facts, version, updatedBy, updatedAt };
  if (isClient(tx)) await requireCurrent(changeOwnRelationship(tx, sql`goal = nullif(${goal}, '')`));
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

export async function updatePhoto(tx: PersonTx, clientId: string, photoId: string | null): Promise<void> {
  if (isClient(tx)) await requireCurrent(changeOwnRelationship(tx, sql`photo_id = ${photoId}`));
  else await tx.update(relationships).set({ photoId }).where(isRelationshipWith(tx, clientId));
  await followRelationship(tx, clientId);
}
