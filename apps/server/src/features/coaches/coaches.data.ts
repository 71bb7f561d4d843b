import type { CoachProfile } from '@stridewell/contract/coaches/coaches';
import type { RelationshipStatus } from '@stridewell/contract/people.rules';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { BrandRow } from '../../core/brand.ts';
import { coaches } from '../../core/people/people.table.ts';
import { followRelationship, leaveCoach, type OwnCoaching } from '../../core/relationships/coachings.data.ts';
import { coachings, currentCoaches } from '../../core/relationships/coachings.table.ts';
import { isRelationshipWith } from '../../core/relationships/relationships.data.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import type { CoachKey } from '../../core/tenancy/placement.ts';
import type { ClientScope, CoachScope, OperatorScope, UserScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { readableFileOf } from '../files/files.service.ts';
import { coachProfiles } from './coaches.table.ts';

/** The coach in scope with their profile, if any, and their photo if the scope can read it. */
export async function findCoachCard(tx: Tx<CoachScope | ClientScope>) {
  const { coachId } = tx.scope;
  const photoId = readableFileOf({ coachId, fileId: 'coach_profiles.photo_file_id' });
  const [row] = await tx
    .select({ coachId: coaches.id, fullName: coaches.fullName, profile: coachProfiles, photoId })
    .from(coaches)
    .leftJoin(coachProfiles, eq(coachProfiles.coachId, coaches.id))
    .where(eq(coaches.id, coachId));
  return row;
}

/** Coachings of the person in scope with the brands of their coaches, the current one first. Uses a database function that reads all tenants. */
export async function listOwnCoachings(tx: Tx<UserScope>): Promise<OwnCoaching[]> {
  const { rows } = await tx.execute<{
    coach_id: string;
    client_id: string;
    coach_name: string;
    status: RelationshipStatus;
    brand: BrandRow | null;
  }>(sql`select * from own_coachings()`);
  return rows.map((row) => ({
    coachId: row.coach_id,
    clientId: row.client_id,
    coachName: row.coach_name,
    status: row.status,
    brand: row.brand,
  }));
}

/** Makes a coaching the person's current one. @returns false when they have none with this coach */
export async function upsertCurrentCoach(tx: Tx<UserScope>, coachId: string): Promise<boolean> {
  const { userId } = tx.scope;
  const own = and(eq(coachings.userId, userId), eq(coachings.coachId, coachId));
  const [known] = await tx.select({ coachId: coachings.coachId }).from(coachings).where(own).limit(1);
  if (!known) return false;
  await tx
    .insert(currentCoaches)
    .values({ userId, coachId })
    .onConflictDoUpdate({ target: currentCoaches.userId, set: { coachId } });
  return true;
}

export async function upsertProfile(tx: Tx<CoachScope>, profile: CoachProfile): Promise<void> {
  await tx
    .insert(coachProfiles)
    .values({ coachId: tx.scope.coachId, ...profile })
    .onConflictDoUpdate({ target: coachProfiles.coachId, set: profile });
}

/** The profile's photo, locked until the transaction ends. */
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

export async function updatePhoto(tx: Tx<CoachScope>, photoFileId: string | null): Promise<void> {
  await tx.update(coachProfiles).set({ photoFileId }).where(eq(coachProfiles.coachId, tx.scope.coachId));
}

export async function findRelationship(tx: Tx<ClientScope>) {
  const [row] = await tx
    .select({
      status: sql<RelationshipStatus>`${relationships.status}`,
      acceptedAt: relationships.acceptedAt,
    })
    .from(relationships)
    .where(isRelationshipWith(tx, tx.scope.clientId));
  return row;
}

export async function updateEnded(tx: Tx<ClientScope>): Promise<void> {
  const { clientId, userId } = tx.scope;
  await tx.update(relationships).set({ status: 'ended' }).where(isRelationshipWith(tx, clientId));
  await Promise.all([followRelationship(tx, clientId), leaveCoach(tx, userId)]);
}

/** Profiles of these coaches, for operators. */
export const selectProfiles = (tx: Tx<OperatorScope>, coachIds: readonly string[]) =>
  tx
    .select({
      coachId: coachProfiles.coachId,
      headline: coachProfiles.headline,
      bio: coachProfiles.bio,
      website: coachProfiles.website,
      instagram: coachProfiles.instagram,
      yearsOfExperience: coachProfiles.yearsOfExperience,
      certifications: coachProfiles.certifications,
    })
    .from(coachProfiles)
    .where(inArray(coachProfiles.coachId, [...coachIds]));

/** Whether the coach has written a headline or a biography. */
export const hasProfileText = (coachId: CoachKey) =>
  sql<boolean>`exists (select 1 from coach_profiles p where p.coach_id = ${coachId}
    and (p.headline <> '' or p.bio <> ''))`;

/** Whether the coach shows a photo. */
export const hasProfilePhoto = (coachId: CoachKey) =>
  sql<boolean>`exists (select 1 from coach_profiles p where p.coach_id = ${coachId} and p.photo_file_id is not null)`;
