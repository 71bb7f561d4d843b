import type { RelationshipStatus } from '@stridewell/contract/clients.rules';
import type { CoachProfile } from '@stridewell/contract/coaches';
import type { Coaching } from '@stridewell/contract/identity';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { coaches } from '../../core/people/people.table.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import type { ClientScope, CoachScope, UserScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { files } from '../files/files.table.ts';
import { coachProfiles, currentCoaches } from './coaches.table.ts';

/** The coach of the scope and their profile, which is empty until they write one. */
export async function findCoachCard(tx: Tx<CoachScope | ClientScope>) {
  const [row] = await tx
    .select({ coachId: coaches.id, fullName: coaches.fullName, profile: coachProfiles, photoId: files.id })
    .from(coaches)
    .leftJoin(coachProfiles, eq(coachProfiles.coachId, coaches.id))
    // Who may not read the file is told of none.
    .leftJoin(files, and(eq(files.coachId, coaches.id), eq(files.id, coachProfiles.photoFileId)))
    .where(eq(coaches.id, tx.scope.coachId));
  return row;
}

/** Every coaching of the person in scope, the current one first. The function of the database looks into every tenant. */
export async function selectOwnCoachings(tx: Tx<UserScope>): Promise<Coaching[]> {
  const { rows } = await tx.execute<{
    coach_id: string;
    client_id: string;
    coach_name: string;
    status: RelationshipStatus;
  }>(sql`select * from own_coachings()`);
  return rows.map((row) => ({
    coachId: row.coach_id,
    clientId: row.client_id,
    coachName: row.coach_name,
    status: row.status,
  }));
}

/** Makes a coaching of the person in scope the current one; false when they have none with this coach. */
export async function setCurrentCoach(tx: Tx<UserScope>, coachId: string): Promise<boolean> {
  const { userId } = tx.scope;
  const { rowCount } = await tx
    .insert(currentCoaches)
    .select(sql`select ${userId}::uuid, own.coach_id from own_coachings() own where own.coach_id = ${coachId}::uuid`)
    .onConflictDoUpdate({ target: currentCoaches.userId, set: { coachId } });
  return rowCount === 1;
}

export async function upsertProfile(tx: Tx<CoachScope>, profile: CoachProfile): Promise<void> {
  await tx
    .insert(coachProfiles)
    .values({ coachId: tx.scope.coachId, ...profile })
    .onConflictDoUpdate({ target: coachProfiles.coachId, set: profile });
}

/** The photo of the profile, held until the transaction ends. */
export async function lockPhoto(tx: Tx<CoachScope>): Promise<string | null> {
  const { coachId } = tx.scope;
  await tx.insert(coachProfiles).values({ coachId }).onConflictDoNothing();
  const [row] = await tx
    .select({ photoFileId: coachProfiles.photoFileId })
    .from(coachProfiles)
    .where(eq(coachProfiles.coachId, coachId))
    .for('update');
  return row?.photoFileId ?? null;
}

export async function setPhoto(tx: Tx<CoachScope>, photoFileId: string | null): Promise<void> {
  await tx.update(coachProfiles).set({ photoFileId }).where(eq(coachProfiles.coachId, tx.scope.coachId));
}

const ownRelationship = ({ scope }: Tx<ClientScope>) =>
  and(eq(relationships.coachId, scope.coachId), eq(relationships.clientId, scope.clientId));

export async function findRelationship(tx: Tx<ClientScope>) {
  const [row] = await tx
    .select({
      status: sql<RelationshipStatus>`${relationships.status}`,
      acceptedAt: relationships.acceptedAt,
    })
    .from(relationships)
    .where(ownRelationship(tx));
  return row;
}

/** The client's name while the coaching goes on, held until the transaction ends; undefined once it is over. */
export async function lockCurrent(tx: Tx<ClientScope>) {
  const [row] = await tx
    .select({ fullName: relationships.fullName })
    .from(relationships)
    .where(and(ownRelationship(tx), inArray(relationships.status, ['active', 'paused'])))
    .for('no key update');
  return row;
}

export async function setEnded(tx: Tx<ClientScope>): Promise<void> {
  await tx.update(relationships).set({ status: 'ended' }).where(ownRelationship(tx));
}
