import { randomUUID } from 'node:crypto';
import type { ClientRecord } from '@stridewell/contract/records/records.fields';
import { type Case, get, send } from './security-calls.ts';
import type { World } from './world.ts';

const of =
  (rest: string) =>
  ({ clientId, coachId }: World) =>
    `/clients/${clientId}${rest}?coachId=${coachId}`;
const to =
  (rest: string) =>
  ({ clientId }: World) =>
    `/clients/${clientId}${rest}`;
const unknown = `/clients/${randomUUID()}`;

export const aRecord: ClientRecord = {
  fullName: 'Nina Park',
  goal: 'Run',
  goalWeightKg: 70,
  targetDay: '2027-05-01',
  startWeightKg: 80,
  heightCm: 170,
  dateOfBirth: '1990-02-03',
  gender: 'female',
  fitnessLevel: 'Beginner',
  daysPerWeek: 3,
  availability: ['mon_morning'],
  diet: 'Likes fish',
  dietaryRestrictions: ['Halal'],
  allergies: [],
  injuries: '',
  equipment: ['Bench'],
  phone: '+1 555 010 0199',
  occupation: 'Nurse',
  emergencyName: '',
  emergencyRelation: '',
  emergencyPhone: '',
  timeZone: 'Europe/Berlin',
};

const noteOf = (changes: object) => ({ id: randomUUID(), text: 'Knee', day: '2026-01-05', pinned: false, ...changes });

/** Only the coach can open the client's page. Progress is open to both sides. */
export const PROGRESS_CASES: Record<string, Case> = {
  'records.getClientRecord': {
    call: get(of('/record')),
    missing: [get(`${unknown}/record?coachId={coachId}`)],
  },
  'records.saveClientRecord': {
    call: send('PATCH', to('/record'), { coachId: '{coachId}', version: 0, record: aRecord }),
    missing: [send('PATCH', `${unknown}/record`, { coachId: '{coachId}', version: 0, record: aRecord })],
  },
  'clients.setClientPhoto': {
    call: send('PATCH', to('/photo'), { coachId: '{coachId}', fileId: null }),
    missing: [
      send('PATCH', `${unknown}/photo`, { coachId: '{coachId}', fileId: null }),
      send('PATCH', to('/photo'), { coachId: '{coachId}', fileId: '{new}' }),
    ],
  },
  'clients.listTimeline': {
    call: get(of('/timeline')),
    missing: [get(`${unknown}/timeline?coachId={coachId}`)],
  },
  'clients.listNotes': {
    call: get(of('/notes')),
    missing: [get(`${unknown}/notes?coachId={coachId}`)],
  },
  'clients.saveNote': {
    call: send('POST', to('/notes'), { coachId: '{coachId}', ...noteOf({}) }),
    missing: [
      send('POST', `${unknown}/notes`, { coachId: '{coachId}', ...noteOf({}) }),
      // A note cannot be moved to another client.
      send('POST', '/clients/{otherClientId}/notes', ({ coachId, noteId }) => ({ coachId, ...noteOf({ id: noteId }) })),
    ],
  },
  'clients.deleteNote': {
    call: send('PATCH', '/clients/{clientId}/notes/{noteId}', { coachId: '{coachId}', removed: false }),
    missing: [send('PATCH', '/clients/{otherClientId}/notes/{noteId}', { coachId: '{coachId}', removed: true })],
  },
  'progress.getProgress': {
    call: get(of('/progress')),
    missing: [get(`${unknown}/progress?coachId={coachId}`)],
  },
  'progress.listPhotos': {
    call: get(of('/photos')),
    missing: [get(`${unknown}/photos?coachId={coachId}`)],
  },
  'progress.saveMeasurements': {
    call: send('POST', to('/measurements'), { coachId: '{coachId}', day: '2026-01-05', values: { waist: 80 } }),
    missing: [
      send('POST', `${unknown}/measurements`, { coachId: '{coachId}', day: '2026-01-05', values: { waist: 80 } }),
    ],
    bad: [send('POST', to('/measurements'), { coachId: '{coachId}', day: '2099-01-01', values: { waist: 80 } })],
  },
};
