import type { CoachCard, CoachProfile } from '@stridewell/contract/coaches';
import { fileUrl } from '@stridewell/contract/files';
import type { Coaching } from '@stridewell/contract/identity';
import { initialsOf } from '@stridewell/contract/identity.rules';
import type { ClientScope, CoachScope, UserScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { attachFiles } from '../files/files.service.ts';
import { notify } from '../notifications/notifications.service.ts';
import {
  findCoachCard,
  findRelationship,
  lockCurrent,
  lockPhoto,
  selectOwnCoachings,
  setCurrentCoach,
  setEnded,
  setPhoto,
  upsertProfile,
} from './coaches.data.ts';
import { hasProfilePhoto, hasProfileText } from './coaches.setup.data.ts';

/** What other features select of coaches. */
export { hasProfilePhoto, hasProfileText };

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

export async function readCoachCard(tx: Tx<CoachScope | ClientScope>): Promise<CoachCard> {
  const row = await findCoachCard(tx);
  if (!row) throw new Error('the coach of a scope has no record');
  const { coachId, fullName, profile, photoId } = row;
  const photoUrl = photoId && fileUrl(coachId, photoId, 'thumb');
  return { ...EMPTY, ...profile, coachId, fullName, initials: initialsOf(fullName), photoUrl };
}

export async function saveCoachProfile(tx: Tx<CoachScope>, profile: CoachProfile): Promise<CoachCard> {
  await upsertProfile(tx, profile);
  return readCoachCard(tx);
}

/** Undefined when the photo is not one that the coach has uploaded for this. */
export async function setCoachPhoto(
  tx: Tx<CoachScope>,
  fileId: string | null,
  now: Date,
): Promise<CoachCard | undefined> {
  const before = await lockPhoto(tx);
  if (before !== fileId) {
    const use = { clientId: null, purpose: 'coach_photo', now } as const;
    if (fileId !== null && !(await attachFiles(tx, { ...use, ids: [fileId] }))) return undefined;
    await setPhoto(tx, fileId);
  }
  return readCoachCard(tx);
}

export async function readMyCoach(tx: Tx<ClientScope>) {
  const [coach, relationship] = await Promise.all([readCoachCard(tx), findRelationship(tx)]);
  if (!relationship) throw new Error('the relationship of a scope is not readable');
  return { coach, status: relationship.status, since: relationship.acceptedAt?.toISOString() ?? null };
}

/** Every coaching of a person, the current one first. */
export const listOwnCoachings = (tx: Tx<UserScope>): Promise<Coaching[]> => selectOwnCoachings(tx);

/** Whether the person has such a coaching, which is the current one then until it ends or another begins. */
export const chooseCoach = (tx: Tx<UserScope>, coachId: string): Promise<boolean> => setCurrentCoach(tx, coachId);

/**
 * The client leaves: the seat is free, and both keep reading what they wrote. The coach hears of it once, however often
 * it is asked for. Answers whether this was the time that ended it.
 */
export async function endRelationship(tx: Tx<ClientScope>): Promise<boolean> {
  const current = await lockCurrent(tx);
  if (!current) return false;
  const { coachId, clientId } = tx.scope;
  // Before it ends: only a current client may tell their coach something.
  await notify(tx, {
    userId: coachId,
    type: 'coaching_ended',
    title: 'A client left',
    message: `${current.fullName} ended the coaching. Their history stays with you, and the seat is free.`,
    metadata: { client_id: clientId, coach_id: coachId },
  });
  await setEnded(tx);
  return true;
}
