import type { LoggedSet, WorkoutLog } from '@stridewell/contract/workouts/workouts';
import { lastHeadChange } from '@stridewell/contract/workouts/workouts.merge.rules';
import {
  type Best,
  type ExerciseRecord,
  exerciseRef,
  figuresOf,
  isPerformed,
  oneRepMaxKg,
  recordsIn,
} from '@stridewell/contract/workouts/workouts.records.rules';
import { countSwaps } from '@stridewell/contract/workouts/workouts.swaps.rules';
import type { StoredSet } from './workouts.data.ts';

/** The row of a set, with columns from its workout. If the head no longer has the exercise, it keeps its name. */
function setRowOf({ id: logId, head }: WorkoutLog, set: LoggedSet, before: StoredSet | undefined): StoredSet {
  const exercise = head.exercises.find(({ key }) => key === set.exerciseKey);
  const { exerciseId, name } = exercise ?? { exerciseId: before?.exerciseId ?? null, name: before?.exerciseName ?? '' };
  return {
    ...set,
    logId,
    day: head.day,
    exerciseId,
    exerciseName: name,
    exercise: exerciseRef({ exerciseId, name }),
    oneRepMaxKg: oneRepMaxKg(set),
    changedAt: new Date(set.changedAt),
  };
}

/** The rows of a workout's sets. `before`: the stored rows. */
export function setRowsOf(log: WorkoutLog, before: readonly StoredSet[]): StoredSet[] {
  const stored = new Map(before.map((set) => [set.id, set]));
  return log.sets.map((set) => setRowOf(log, set, stored.get(set.id)));
}

const isCounted = (set: StoredSet): boolean => isPerformed(set) && set.exercise !== '';

/** Exercises with sets that count as training. */
export const exercisesOf = (sets: readonly StoredSet[]): string[] => [
  ...new Set(sets.filter(isCounted).map(({ exercise }) => exercise)),
];

/** The personal records in the sets of a workout. `bests` are those of all workouts before it, by exercise. */
export const recordsOf = (sets: readonly StoredSet[], bests: ReadonlyMap<string, Best>): ExerciseRecord[] =>
  recordsIn(sets.filter(isCounted), bests);

/** The derived columns of a workout. `bests` are those of all earlier workouts, by exercise. */
export function logRowOf(log: WorkoutLog, sets: readonly StoredSet[], bests: ReadonlyMap<string, Best>) {
  const { id, head } = log;
  const { day, name, clientProgramId, dayKey, deleted } = head;
  return {
    id,
    head,
    day,
    name,
    clientProgramId,
    dayKey,
    deleted,
    ...figuresOf(sets),
    startedAt: new Date(head.startedAt),
    finishedAt: head.finishedAt === null ? null : new Date(head.finishedAt),
    records: recordsOf(sets, bests).length,
    swaps: countSwaps(log),
    importedFrom: head.importedFrom ?? null,
    pains: head.pains.filter((pain) => !pain.deleted).length,
    changedAt: new Date(lastHeadChange(head)),
  };
}
