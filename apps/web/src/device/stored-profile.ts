import {
  type StoredProfile,
  shouldStoreOperatorProfile,
  toStoredProfile,
} from '@stridewell/contract/identity/identity.rules';

/** Storage key of the profile of the signed-in coach or operator. For display only: the server never reads it. */
export const COACH_PROFILE_KEY = 'coachProfile';

function readStoredRole(storage: Pick<Storage, 'getItem'>): Pick<StoredProfile, 'role'> | null {
  try {
    const stored: unknown = JSON.parse(storage.getItem(COACH_PROFILE_KEY) ?? 'null');
    const role = typeof stored === 'object' && stored !== null && 'role' in stored ? stored.role : undefined;
    return typeof role === 'string' ? { role } : null;
  } catch {
    // Not written by this app. The next profile replaces it.
    return null;
  }
}

/** Stores an operator's profile, except for demo addresses and over a coach's profile. */
export function storeOperatorProfile(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  person: { id: string; fullName: string; email: string },
): void {
  if (!shouldStoreOperatorProfile(person.email, readStoredRole(storage))) return;
  storage.setItem(COACH_PROFILE_KEY, JSON.stringify(toStoredProfile({ ...person, role: 'Operator' })));
}
