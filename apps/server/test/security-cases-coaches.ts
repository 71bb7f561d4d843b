import { randomUUID } from 'node:crypto';
import { badGets, badSends, type Case, get, LONG, send } from './security-calls.ts';

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
    bad: badGets('/coaches/x'),
    missing: badGets(`/coaches/${randomUUID()}`),
  },
  'coaches.getCoachProfile': {
    call: get(({ coachId }) => `/coach_profiles/${coachId}`),
    bad: badGets('/coach_profiles/x'),
    missing: badGets(`/coach_profiles/${randomUUID()}`),
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
    bad: [
      ...badSends('PATCH', `/coach_profiles/${randomUUID()}`),
      own({ headline: LONG }),
      own({ bio: 'a\u0000b' }),
      own({ specialities: Array.from({ length: 13 }, () => 'Strength') }),
      own({ certifications: [{ name: 'CSCS', issuer: 'NSCA', year: 1 }] }),
      own({ yearsOfExperience: -1 }),
      ...['javascript:alert(1)', 'data:text/html,x', 'https://user:pass@example.com', 'nowhere'].map((website) =>
        own({ website }),
      ),
    ],
  },
  'files.listFiles': {
    call: get(({ coachId, clientId }) => `/storage/files?coachId=${coachId}&clientId=${clientId}`),
    bad: badGets('/storage/files', '/storage/files?coachId=x').concat(
      ['limit=0', 'limit=101', 'offset=-1', 'offset=x'].map((page) =>
        get(({ coachId, clientId }) => `/storage/files?coachId=${coachId}&clientId=${clientId}&${page}`),
      ),
    ),
    missing: [get(({ coachId }) => `/storage/files?coachId=${coachId}&clientId=${randomUUID()}`)],
  },
  'files.getStorage': {
    call: get(({ coachId }) => `/storage?coachId=${coachId}`),
    bad: badGets('/storage', '/storage?coachId=x'),
    missing: badGets(`/storage?coachId=${randomUUID()}`),
  },
  'coaches.getBusiness': {
    call: get(({ coachId }) => `/business?coachId=${coachId}`),
    bad: badGets('/business', '/business?coachId=x'),
    missing: badGets(`/business?coachId=${randomUUID()}`),
  },
  'coaches.saveBusiness': {
    call: decide({}),
    bad: [
      ...badSends('PUT', '/business'),
      ...[{ currency: 'usd' }, { currency: 'ZZZ' }, { currency: null }].map(decide),
      ...[{ places: 0 }, { places: 1001 }, { places: 1.5 }, { places: '30' }, { places: undefined }].map(decide),
    ],
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
      ...badSends('PATCH', `/coach_profiles/${randomUUID()}/photo`),
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
    bad: badSends('POST', '/my_coach/x/choose'),
  },
  // No caller is this coach's client.
  'coaches.endRelationship': {
    call: send(
      'POST',
      () => `/my_coach/${randomUUID()}/end`,
      () => ({}),
    ),
    bad: badSends('POST', '/my_coach/x/end'),
  },
};
