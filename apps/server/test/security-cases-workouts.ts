import { randomUUID } from 'node:crypto';
import { HISTORY_BOUNDS } from '@stridewell/contract/workouts/workouts.history.rules';
import { WORKOUT_BOUNDS, workoutId } from '@stridewell/contract/workouts/workouts.rules';
import { badGets, badSends, type Case, get, LONG, send } from './security-calls.ts';
import { aLog, aLoggedSet, aPain, someSets } from './workout-samples.ts';
import type { World } from './world.ts';

const nowhere = randomUUID();

/** A new workout with changes that the schema may refuse. */
const syncing = ({
  logId = randomUUID(),
  coachId,
  ...changes
}: {
  logId?: string;
  coachId?: string;
  head?: object;
  sets?: object;
} = {}) =>
  send(
    'POST',
    () => `/workouts/${logId}/sync`,
    () => {
      const log = aLog(logId);
      const { head, sets = log.sets } = changes;
      return { ...(coachId && { coachId }), log: { ...log, head: { ...log.head, ...head }, sets } };
    },
  );
const withSet = (changes: object) => syncing({ sets: [{ ...aLoggedSet(), ...changes }] });
const withPain = (changes: object) => syncing({ head: { pains: [{ ...aPain(randomUUID()), ...changes }] } });

const of = ({ clientId }: World) => `/clients/${clientId}`;
const ofOther = () => `/clients/${nowhere}`;
const commenting = (path: (world: World) => string, changes: object = {}) =>
  send(
    'POST',
    (world) => `${path(world)}/workouts/${world.logId}/comments`,
    ({ coachId }) => ({ coachId, comment: { id: randomUUID(), setId: null, text: 'Well done', ...changes } }),
  );

const HISTORY = '/workouts/own/history';
const aHistorySet = { kind: 'normal', weightKg: 60, reps: 5, seconds: null, metres: null, rir: null };
const aHistoryExercise = { exerciseId: null, name: 'Squat', group: '', note: '', sets: [aHistorySet] };
/** A history of one workout with changes that the schema may refuse. */
const importing = (changes: object = {}, workout: object = {}) =>
  send(
    'POST',
    () => HISTORY,
    () => {
      const facts = { startedAt: '2025-03-02T18:00:00', seconds: null, title: 'Legs', note: '' };
      const workouts = [{ ...facts, exercises: [aHistoryExercise], ...workout }];
      return { source: 'hevy', timeZone: 'America/Los_Angeles', workouts, ...changes };
    },
  );
const withExercise = (changes: object) => importing({}, { exercises: [{ ...aHistoryExercise, ...changes }] });

/** Clients log their workouts. The coach can read and comment. */
export const WORKOUTS_CASES: Record<string, Case> = {
  'workouts.getOwnWorkouts': { call: get(() => '/workouts/own') },
  'workouts.syncWorkout': {
    call: syncing(),
    bad: [
      ...badSends('POST', `/workouts/${nowhere}/sync`),
      send(
        'POST',
        () => `/workouts/${nowhere}/sync`,
        () => ({ log: aLog(randomUUID()) }),
      ),
      syncing({ logId: 'no-uuid' }),
      syncing({ coachId: 'x' }),
      syncing({ sets: someSets(WORKOUT_BOUNDS.sets + 1) }),
      syncing({ sets: [aLoggedSet(), aLoggedSet()] }),
      syncing({ head: { name: LONG } }),
      syncing({ head: { name: 'Two\nlines' } }),
      syncing({ head: { note: 'Half a \ud83d' } }),
      syncing({ head: { note: 'Zero \u0000' } }),
      syncing({ head: { day: 'today' } }),
      syncing({ head: { startedAt: 'yesterday' } }),
      syncing({ head: { clientProgramId: nowhere, dayKey: 'day000000' } }),
      syncing({ head: { exercises: [{}] } }),
      ...[
        { weightKg: -1 },
        { weightKg: 1e9 },
        { weightKg: '60' },
        { reps: 1000 },
        { reps: 7.5 },
        { rir: 11 },
        { seconds: -1 },
        { id: '../other' },
        { exerciseKey: 'x' },
        { note: LONG },
        { note: 'Zero \u0000' },
        { changedAt: '2026-03-02' },
        { done: 'yes' },
      ].map(withSet),
      ...[{ id: 'x' }, { part: 'heart' }, { level: 'bad' }, { note: LONG }].map(withPain),
    ],
    missing: [syncing({ logId: workoutId(nowhere, 'day000000', '2026-03-02') }), syncing({ coachId: nowhere })],
  },
  'workouts.listOwnWorkouts': {
    call: get(() => '/workouts/own/logs'),
    bad: badGets('/workouts/own/logs?cursor=x', '/workouts/own/logs?cursor=1.2'),
  },
  'workouts.getOwnWorkout': {
    call: get(({ logId }) => `/workouts/own/logs/${logId}`),
    bad: badGets('/workouts/own/logs/x', `/workouts/own/logs/${nowhere}.x.y`),
    missing: [get(() => `/workouts/own/logs/${nowhere}`)],
  },
  'workouts.getOwnExercise': {
    call: get(() => '/workouts/own/exercises?exercise=back-squat'),
    bad: badGets(
      '/workouts/own/exercises',
      '/workouts/own/exercises?exercise=',
      `/workouts/own/exercises?exercise=${'x'.repeat(81)}`,
    ),
  },
  'workouts.matchHistoryExercises': {
    call: send(
      'POST',
      () => `${HISTORY}/exercises`,
      () => ({ names: ['Squat'] }),
    ),
    bad: badSends(
      'POST',
      `${HISTORY}/exercises`,
      { names: [] },
      { names: [LONG] },
      { names: ['Two\nlines'] },
      { names: Array(HISTORY_BOUNDS.titles + 1).fill('Squat') },
    ),
  },
  'workouts.importHistory': {
    call: importing(),
    bad: [
      ...badSends('POST', HISTORY),
      importing({ source: 'other' }),
      importing({ timeZone: 'Mars/Base' }),
      importing({ workouts: [] }),
      importing({ coachId: 'x' }),
      ...['yesterday', '2025-02-30T18:00:00', '0001-01-01T00:00:00', '2025-03-02T18:00:00Z'].map((startedAt) =>
        importing({}, { startedAt }),
      ),
      importing({}, { seconds: -1 }),
      importing({}, { title: 'Two\nlines' }),
      importing({}, { note: 'Zero \u0000' }),
      importing({}, { exercises: Array(WORKOUT_BOUNDS.exercises + 1).fill(aHistoryExercise) }),
      ...[{ name: LONG }, { group: 'AB' }, { exerciseId: '../x' }, { note: 'Half a \ud83d' }, { sets: [] }].map(
        withExercise,
      ),
      ...[{ weightKg: -1 }, { weightKg: 1e9 }, { reps: 7.5 }, { rir: 11 }, { kind: 'x' }].map((changes) =>
        withExercise({ sets: [{ ...aHistorySet, ...changes }] }),
      ),
    ],
    missing: [importing({ coachId: nowhere })],
  },
  'workouts.listClientWorkouts': {
    call: get((world) => `${of(world)}/workouts?coachId=${world.coachId}`),
    bad: badGets(
      '/clients/x/workouts',
      `${ofOther()}/workouts?coachId=x`,
      `${ofOther()}/workouts?coachId=${nowhere}&cursor=x`,
    ),
    missing: [get(({ coachId }) => `${ofOther()}/workouts?coachId=${coachId}`)],
  },
  'workouts.getClientWorkout': {
    call: get((world) => `${of(world)}/workouts/${world.logId}?coachId=${world.coachId}`),
    bad: badGets(`${ofOther()}/workouts/x`, `${ofOther()}/workouts/${nowhere}?coachId=x`),
    missing: [
      get((world) => `${of(world)}/workouts/${nowhere}?coachId=${world.coachId}`),
      get(({ coachId, logId }) => `${ofOther()}/workouts/${logId}?coachId=${coachId}`),
      get(({ coachId, logId, otherClientId }) => `/clients/${otherClientId}/workouts/${logId}?coachId=${coachId}`),
    ],
  },
  'workouts.getClientExercise': {
    call: get((world) => `${of(world)}/workout_exercises?exercise=back-squat&coachId=${world.coachId}`),
    bad: badGets(`${ofOther()}/workout_exercises`, `${ofOther()}/workout_exercises?coachId=${nowhere}`),
    missing: [get(({ coachId }) => `${ofOther()}/workout_exercises?exercise=back-squat&coachId=${coachId}`)],
  },
  'workouts.commentOnWorkout': {
    call: commenting(of),
    bad: [
      ...badSends('POST', `${ofOther()}/workouts/${nowhere}/comments`),
      commenting(of, { text: ' ' }),
      commenting(of, { text: LONG }),
      commenting(of, { text: 'Zero \u0000' }),
      commenting(of, { id: 'x' }),
      commenting(of, { setId: '' }),
    ],
    missing: [commenting(ofOther), commenting(of, { setId: 'no-such-set' })],
  },
};
