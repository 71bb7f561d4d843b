import type { CoachCard, CoachProfile } from '@stridewell/contract/coaches/coaches';
import { fileUrl } from '@stridewell/contract/files/files.rules';
import { initialsOf } from '@stridewell/contract/identity/identity.rules';
import { record } from '../../core/events/events.ts';
import { refuse } from '../../core/refusals.ts';
import { isCurrentStatus, lockRelationship } from '../../core/relationships/relationships.data.ts';
import type { ClientScope, CoachScope, OperatorScope, UserScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { attachFiles, releasePhoto } from '../files/files.service.ts';
import { notify } from '../notifications/notifications.service.ts';
import {
  findCoachCard,
  findRelationship,
  hasProfilePhoto,
  hasProfileText,
  listOwnCoachings,
  lockPhoto,
  selectProfiles,
  updateEnded,
  updatePhoto,
  upsertCurrentCoach,
  upsertProfile,
} from './coaches.data.ts';

/** For other features. */
/** Coachings of the person in scope, for their session. */
export { hasProfilePhoto, hasProfileText, listOwnCoachings };

/** Profiles of these coaches, for the operator who reviews them. */
export async function listProfilesForReview(tx: Tx<OperatorScope>, coachIds: readonly string[]) {
  const profiles = coachIds.length > 0 ? await selectProfiles(tx, coachIds) : [];
  return new Map(profiles.map(({ coachId, ...profile }) => [coachId, profile]));
}

const EMPTY: CoachProfile = {
  headline: '',
  bio: '',
  specialities: [],
  certifications: [],
  yearsOfExperience: null,
  languages: [],
  website: '',
  instagram: '',
};

export async function getCoachCard(tx: Tx<CoachScope | ClientScope>): Promise<CoachCard> {
  const row = await findCoachCard(tx);
  if (!row) throw new Error('the coach of a scope has no record');
  const { coachId, fullName, profile, photoId } = row;
  const photoUrl = photoId && fileUrl(coachId, photoId, 'thumb');
  return { ...EMPTY, ...profile, coachId, fullName, initials: initialsOf(fullName), photoUrl };
}

export async function saveCoachProfile(tx: Tx<CoachScope>, profile: CoachProfile): Promise<CoachCard> {
  await upsertProfile(tx, profile);
  return getCoachCard(tx);
}

/** @throws FILE_NOT_FOUND unless the coach uploaded the photo for the profile */
export async function setCoachPhoto(
  tx: Tx<CoachScope, 'FILE_NOT_FOUND'>,
  fileId: string | null,
  now: Date,
): Promise<CoachCard> {
  const before = await lockPhoto(tx);
  if (before !== fileId) {
    const use = { clientId: null, purpose: 'coach_photo', now } as const;
    if (fileId !== null && !(await attachFiles(tx, { ...use, ids: [fileId] }))) throw refuse(tx, 'FILE_NOT_FOUND');
    await updatePhoto(tx, fileId);
    if (before !== null) await releasePhoto(tx, before);
  }
  return getCoachCard(tx);
}

export async function getMyCoach(tx: Tx<ClientScope>) {
  const [coach, relationship] = await Promise.all([getCoachCard(tx), findRelationship(tx)]);
  if (!relationship) throw new Error('the relationship of a scope is not readable');
  return { coach, status: relationship.status, since: relationship.acceptedAt?.toISOString() ?? null };
}

/**
 * Makes a coaching the person's current one, until it ends or another starts.
 * @throws NOT_FOUND
 */
export async function chooseCoach(tx: Tx<UserScope>, coachId: string): Promise<void> {
  if (!(await upsertCurrentCoach(tx, coachId))) throw refuse('NOT_FOUND');
}

/**
 * Ends the coaching for the client. Frees the seat; both sides keep their history. A repeated request does not notify
 * the coach again.
 * @returns whether this call ended the coaching
 */
export async function endRelationship(tx: Tx<ClientScope>, now: Date): Promise<boolean> {
  const { coachId, clientId } = tx.scope;
  const relationship = await lockRelationship(tx, clientId);
  if (!relationship || !isCurrentStatus(relationship.status)) return false;
  // Before the coaching ends, because only a current client may notify the coach.
  await notify(tx, {
    userId: coachId,
    type: 'coaching_ended',
    title: 'A client left',
    message: `${relationship.fullName} ended the coaching. Their history stays with you, and they no longer count toward your plan.`,
    metadata: { client_id: clientId, coach_id: coachId },
  });
  await updateEnded(tx);
  await record(tx, { type: 'relationship.ended', clientId, occurredAt: now });
  return true;
}
