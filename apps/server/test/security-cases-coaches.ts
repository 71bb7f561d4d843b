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
const own = (change: object) => send('PATCH', '/coach_profiles/{coachId}', { ...profile, ...change });

const USUAL = { currency: 'USD', places: null };
const decide = (change: object) => send('PUT', '/business', { ...USUAL, coachId: '{coachId}', ...change });

export const COACHES_CASES: Record<string, Case> = {
  'coaches.findCoach': {
    call: get('/coaches/{coachId}'),
    missing: gets(`/coaches/${randomUUID()}`),
  },
  'coaches.getCoachProfile': {
    call: get('/coach_profiles/{coachId}'),
    missing: gets(`/coach_profiles/${randomUUID()}`),
  },
  'coaches.saveCoachProfile': {
    call: own({}),
    missing: [send('PATCH', '/coach_profiles/{new}', profile)],
  },
  'files.listFiles': {
    call: get('/storage/files?coachId={coachId}&clientId={clientId}'),
    missing: [get('/storage/files?coachId={coachId}&clientId={new}')],
  },
  'files.getStorage': {
    call: get('/storage?coachId={coachId}'),
    missing: gets(`/storage?coachId=${randomUUID()}`),
  },
  'coaches.getBusiness': {
    call: get('/business?coachId={coachId}'),
    missing: gets(`/business?coachId=${randomUUID()}`),
  },
  'coaches.saveBusiness': {
    call: decide({}),
    missing: [send('PUT', '/business', { ...USUAL, coachId: '{new}' })],
  },
  'coaches.setCoachPhoto': {
    call: send('PATCH', '/coach_profiles/{coachId}/photo', { fileId: null }),
    missing: [send('PATCH', '/coach_profiles/{new}/photo', { fileId: null })],
    bad: [send('PATCH', '/coach_profiles/{coachId}/photo', { fileId: '{new}' })],
  },
  // No caller is this coach's client.
  'coaches.endRelationship': {
    call: send('POST', '/my_coach/{new}/end'),
  },
};
