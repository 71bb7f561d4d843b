import type {
  LoggedSet,
  PainFlag,
  PerformedExercise,
  WorkoutHead,
  WorkoutLog,
} from '@stridewell/contract/workouts/workouts';
import { plannedOf } from '@stridewell/contract/workouts/workouts.rules';
import { aProgramExercise } from './program-samples.ts';

const AT = '2026-03-02T18:00:00.000Z';

/** A completed set. */
export const aLoggedSet = (changes: Partial<LoggedSet> = {}): LoggedSet => ({
  id: 'ex000000.0',
  exerciseKey: 'ex000000',
  position: 0,
  kind: 'normal',
  weightKg: 60,
  reps: 8,
  seconds: null,
  metres: null,
  rir: null,
  note: '',
  done: true,
  deleted: false,
  changedAt: AT,
  ...changes,
});

/** Sets of one exercise with different ids. */
export const someSets = (count: number, changes: Partial<LoggedSet> = {}): LoggedSet[] =>
  Array.from({ length: count }, (_, index) => aLoggedSet({ id: `own-${index}`, position: index, ...changes }));

export const aPerformed = (index: number, changes: Partial<PerformedExercise> = {}): PerformedExercise => ({
  ...aProgramExercise(index),
  swappedFrom: null,
  ...changes,
});

export const aHead = (changes: Partial<WorkoutHead> = {}): WorkoutHead => ({
  clientProgramId: null,
  dayKey: null,
  weekNumber: null,
  day: '2026-03-02',
  name: 'Push A',
  exercises: [aPerformed(0)],
  groups: [],
  startedAt: AT,
  finishedAt: null,
  note: '',
  pains: [],
  deleted: false,
  changedAt: AT,
  ...changes,
});

/** A workout with one set, of the program and day in its id, if any. */
export function aLog(id: string, head: Partial<WorkoutHead> = {}, sets: LoggedSet[] = [aLoggedSet()]): WorkoutLog {
  const { clientProgramId, dayKey } = plannedOf(id) ?? { clientProgramId: null, dayKey: null };
  return { id, head: aHead({ clientProgramId, dayKey, ...head }), sets };
}

export const aPain = (id: string, changes: Partial<PainFlag> = {}): PainFlag => ({
  id,
  part: 'shoulder',
  level: 'moderate',
  exerciseKey: 'ex000000',
  note: 'Pinches',
  at: AT,
  deleted: false,
  changedAt: AT,
  ...changes,
});
