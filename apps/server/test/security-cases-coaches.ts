import { randomUUID } from 'node:crypto';
import { type Case, get, gets, send } from './security-calls.ts';

const profile = {
  headline: 'Strength for busy people',
  bio: '',
  specialities: ['Strength'],
  certifications: [{ name: 'CSCS', issuer: 'NSCA', year: 2019 }],
  yearsOfExperience: 7,
  languages: ['English'],
  website: 'example.com',
  instagram: '',
};
const own = (change: object) =>
  send(
    'PATCH',
    ({ coachId }) => `/coach_profiles/${coachId}`,
    () => ({ ...profile, ...change }),
  );

const USUAL = { currency: 'USD', places: null };
const decide = (change: object) =>
  send(
    'PUT',
    () => '/business',
    ({ coachId }) => ({ ...USUAL, coachId, ...change }),
  );

export const COACHES_CASES: Record<string, Case> = {
  'coaches.findCoach': {
    call: get(({ coachId }) => `/coaches/${coachId}`),
    missing: gets(`/coaches/${randomUUID()}`),
  },
  'coaches.getCoachProfile': {
    call: get(({ coachId }) => `/coach_profiles/${coachId}`),
    missing: gets(`/coach_profiles/${randomUUID()}`),
  },
  'coaches.saveCoachProfile': {
    call: own({}),
    missing: [
      send(
        'PATCH',
        () => `/coach_profiles/${randomUUID()}`,
        () => profile,
      ),
    ],
  },
  'files.listFiles': {
    call: get(({ coachId, clientId }) => `/storage/files?coachId=${coachId}&clientId=${clientId}`),
    missing: [get(({ coachId }) => `/storage/files?coachId=${coachId}&clientId=${randomUUID()}`)],
  },
  'files.getStorage': {
    call: get(({ coachId }) => `/storage?coachId=${coachId}`),
    missing: gets(`/storage?coachId=${randomUUID()}`),
  },
  'coaches.getBusiness': {
    call: get(({ coachId }) => `/business?coachId=${coachId}`),
    missing: gets(`/business?coachId=${randomUUID()}`),
  },
  'coaches.saveBusiness': {
    call: decide({}),
    missing: [
      send(
        'PUT',
        () => '/business',
        () => ({ ...USUAL, coachId: randomUUID() }),
      ),
    ],
  },
  'coaches.setCoachPhoto': {
    call: send(
      'PATCH',
      ({ coachId }) => `/coach_profiles/${coachId}/photo`,
      () => ({ fileId: null }),
    ),
    missing: [
      send(
        'PATCH',
        () => `/coach_profiles/${randomUUID()}/photo`,
        () => ({ fileId: null }),
      ),
    ],
    bad: [
      send(
        'PATCH',
        ({ coachId }) => `/coach_profiles/${coachId}/photo`,
        () => ({ fileId: randomUUID() }),
      ),
    ],
  },
  'coaches.getMyCoach': { call: get(() => '/my_coach') },
  'coaches.chooseCoach': {
    call: send(
      'POST',
      ({ coachId }) => `/my_coach/${coachId}/choose`,
      () => ({}),
    ),
  },
  // No caller is this coach's client.
  'coaches.endRelationship': {
    call: send(
      'POST',
      () => `/my_coach/${randomUUID()}/end`,
      () => ({}),
    ),
  },
};
