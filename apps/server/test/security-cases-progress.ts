import { randomUUID } from 'node:crypto';
import type { ClientRecord } from '@stridewell/contract/records/records.rules';
import { badGets, badSends, type Case, get, LONG, send } from './security-calls.ts';
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
    bad: badGets('/clients/x/record'),
    missing: [get(({ coachId }) => `${unknown}/record?coachId=${coachId}`)],
  },
  'records.saveClientRecord': {
    call: send('PATCH', to('/record'), ({ coachId }) => ({ coachId, version: 0, record: aRecord })),
    missing: [
      send(
        'PATCH',
        () => `${unknown}/record`,
        ({ coachId }) => ({ coachId, version: 0, record: aRecord }),
      ),
    ],
    bad: [
      ...badSends('PATCH', '/clients/x/record', { version: 0, record: aRecord }),
      ...[
        { fullName: ' ' },
        { fullName: 'a\nb' },
        { goal: LONG },
        { goal: 'a\u0000b' },
        { goalWeightKg: 1e9 },
        { goalWeightKg: '80' },
        { heightCm: -1 },
        { targetDay: '2026-02-31' },
        { dateOfBirth: '3000-01-01' },
        { gender: 'x' },
        { fitnessLevel: 'beginner' },
        { daysPerWeek: 8 },
        { availability: ['mon_midnight'] },
        { allergies: Array(21).fill('Nuts') },
        { equipment: ['x'.repeat(61)] },
        { phone: '<script>' },
        { timeZone: 'Mars/Olympus' },
      ].map((change) =>
        send('PATCH', to('/record'), ({ coachId }) => ({ coachId, version: 0, record: { ...aRecord, ...change } })),
      ),
      ...[-1, 1.5, 1e12].map((version) =>
        send('PATCH', to('/record'), ({ coachId }) => ({ coachId, version, record: aRecord })),
      ),
    ],
  },
  'clients.setClientPhoto': {
    call: send('PATCH', to('/photo'), ({ coachId }) => ({ coachId, fileId: null })),
    missing: [
      send(
        'PATCH',
        () => `${unknown}/photo`,
        ({ coachId }) => ({ coachId, fileId: null }),
      ),
      send('PATCH', to('/photo'), ({ coachId }) => ({ coachId, fileId: randomUUID() })),
    ],
    bad: [
      ...badSends('PATCH', '/clients/x/photo', { fileId: null }),
      ...['x', 1, undefined].map((fileId) => send('PATCH', to('/photo'), ({ coachId }) => ({ coachId, fileId }))),
    ],
  },
  'clients.listTimeline': {
    call: get(of('/timeline')),
    bad: [
      ...badGets('/clients/x/timeline'),
      ...['filter=everything', "cursor=' or 1=1", `cursor=99999999999999.${randomUUID()}`].map((query) =>
        get((world) => `${of('/timeline')(world)}&${query}`),
      ),
    ],
    missing: [get(({ coachId }) => `${unknown}/timeline?coachId=${coachId}`)],
  },
  'clients.listNotes': {
    call: get(of('/notes')),
    bad: [
      ...badGets('/clients/x/notes'),
      ...['q=%00', `q=${'x'.repeat(500)}`, 'cursor=1.2'].map((query) =>
        get((world) => `${of('/notes')(world)}&${query}`),
      ),
    ],
    missing: [get(({ coachId }) => `${unknown}/notes?coachId=${coachId}`)],
  },
  'clients.saveNote': {
    call: send('POST', to('/notes'), ({ coachId }) => ({ coachId, ...noteOf({}) })),
    missing: [
      send(
        'POST',
        () => `${unknown}/notes`,
        ({ coachId }) => ({ coachId, ...noteOf({}) }),
      ),
      // A note cannot be moved to another client.
      send(
        'POST',
        ({ otherClientId }) => `/clients/${otherClientId}/notes`,
        ({ coachId, noteId }) => ({ coachId, ...noteOf({ id: noteId }) }),
      ),
    ],
    bad: [
      ...badSends('POST', '/clients/x/notes', noteOf({})),
      ...[{ text: ' ' }, { text: LONG }, { text: 'a\u0000' }, { day: 'today' }, { pinned: 1 }, { id: 'x' }].map(
        (change) => send('POST', to('/notes'), ({ coachId }) => ({ coachId, ...noteOf(change) })),
      ),
    ],
  },
  'clients.deleteNote': {
    call: send(
      'PATCH',
      ({ clientId, noteId }) => `/clients/${clientId}/notes/${noteId}`,
      ({ coachId }) => ({ coachId, removed: false }),
    ),
    bad: badSends('PATCH', `/clients/x/notes/${randomUUID()}`, { removed: true }),
    missing: [
      send(
        'PATCH',
        ({ otherClientId, noteId }) => `/clients/${otherClientId}/notes/${noteId}`,
        ({ coachId }) => ({ coachId, removed: true }),
      ),
    ],
  },
  'progress.getProgress': {
    call: get(of('/progress')),
    bad: badGets('/clients/x/progress'),
    missing: [get(({ coachId }) => `${unknown}/progress?coachId=${coachId}`)],
  },
  'progress.listPhotos': {
    call: get(of('/photos')),
    bad: [
      ...badGets('/clients/x/photos'),
      ...["cursor=' or 1=1", 'cursor=1.2', `cursor=99999999999999.${randomUUID()}`].map((query) =>
        get((world) => `${of('/photos')(world)}&${query}`),
      ),
    ],
    missing: [get(({ coachId }) => `${unknown}/photos?coachId=${coachId}`)],
  },
  'progress.saveMeasurements': {
    call: send('POST', to('/measurements'), ({ coachId }) => ({ coachId, day: '2026-01-05', values: { waist: 80 } })),
    missing: [
      send(
        'POST',
        () => `${unknown}/measurements`,
        ({ coachId }) => ({ coachId, day: '2026-01-05', values: { waist: 80 } }),
      ),
    ],
    bad: [
      ...badSends('POST', '/clients/x/measurements', { day: '2026-01-05', values: { waist: 80 } }),
      ...[{}, { waist: -1 }, { waist: 1e9 }, { waist: '80' }, { height: 180 }, { body_fat: 99 }].map((values) =>
        send('POST', to('/measurements'), ({ coachId }) => ({ coachId, day: '2026-01-05', values })),
      ),
      ...['2099-01-01', 'today'].map((day) =>
        send('POST', to('/measurements'), ({ coachId }) => ({ coachId, day, values: { waist: 80 } })),
      ),
    ],
  },
};
