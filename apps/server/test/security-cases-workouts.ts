import { randomUUID } from 'node:crypto';
import { workoutId } from '@stridewell/contract/workouts/workouts.rules';
import { aGroup } from './program-samples.ts';
import { type Case, get, send } from './security-calls.ts';
import { aLog, aPerformed } from './workout-samples.ts';
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
  send('POST', `/workouts/${logId}/sync`, () => {
    const log = aLog(logId);
    const { head, sets = log.sets } = changes;
    return { ...(coachId && { coachId }), log: { ...log, head: { ...log.head, ...head }, sets } };
  });

const of = ({ clientId }: World) => `/clients/${clientId}`;
const ofOther = () => `/clients/${nowhere}`;
const commenting = (path: (world: World) => string, changes: object = {}) =>
  send('POST', (world) => `${path(world)}/workouts/${world.logId}/comments`, {
    coachId: '{coachId}',
    comment: { id: '{new}', setId: null, text: 'Well done', ...changes },
  });

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

/** Clients log their workouts. The coach can read and comment. */
export const WORKOUTS_CASES: Record<string, Case> = {
  'workouts.syncWorkout': {
    call: syncing(),
    others: [syncing({ head: { exercises: [aPerformed(0, { group: 'A' })], groups: [aGroup] } })],
    missing: [syncing({ logId: workoutId(nowhere, 'day000000', '2026-03-02') }), syncing({ coachId: nowhere })],
  },
  'workouts.getOwnWorkout': {
    call: get('/workouts/own/logs/{logId}'),
    missing: [get(`/workouts/own/logs/${nowhere}`)],
  },
  'workouts.importHistory': {
    call: importing(),
    missing: [importing({ coachId: nowhere })],
  },
  'workouts.listClientWorkouts': {
    call: get((world) => `${of(world)}/workouts?coachId=${world.coachId}`),
    missing: [get(`${ofOther()}/workouts?coachId={coachId}`)],
  },
  'workouts.getClientWorkout': {
    call: get((world) => `${of(world)}/workouts/${world.logId}?coachId=${world.coachId}`),
    missing: [
      get((world) => `${of(world)}/workouts/${nowhere}?coachId=${world.coachId}`),
      get(`${ofOther()}/workouts/{logId}?coachId={coachId}`),
      get('/clients/{otherClientId}/workouts/{logId}?coachId={coachId}'),
    ],
  },
  'workouts.getClientExercise': {
    call: get((world) => `${of(world)}/workout_exercises?exercise=back-squat&coachId=${world.coachId}`),
    missing: [get(`${ofOther()}/workout_exercises?exercise=back-squat&coachId={coachId}`)],
  },
  'workouts.commentOnWorkout': {
    call: commenting(of),
    missing: [commenting(ofOther), commenting(of, { setId: 'no-such-set' })],
  },
};
