import type { Exercise } from '../exercises/exercises.ts';
import { repsOf } from '../programs/programs.reps.rules.ts';
import { isWorkingSet } from '../programs/programs.rules.ts';
import type { SetTarget } from '../programs/programs.ts';
import { countLabel } from '../programs/programs.wording.rules.ts';
import { plannedSetId, WORKOUT_BOUNDS } from './workouts.rules.ts';
import type { LoggedSet, PainFlag, PerformedExercise, Substitute, WorkoutLog } from './workouts.ts';

/** How an exercise can be swapped during a workout, and what was done of it before. */

type Measure = Exercise['measure'];

/** Reps where those of the planned exercise do not fit: the general range [V, science B]; time and distance [K]. */
const USUAL_REPS: Record<Measure, string> = { reps: '8-12', time: '30 sec', distance: '20 m' };

const fits = (reps: string, measure: Measure): boolean => {
  const { kind } = repsOf(reps);
  if (kind === 'time' || kind === 'distance') return kind === measure;
  return measure === 'reps' || kind === 'warm_up';
};

/**
 * The sets of an exercise for another one. Number, effort and rest stay. A load in kilograms belongs to the exercise and
 * is left out, as are reps and tempo where the other exercise is counted in something else.
 */
const targetsFor = (sets: readonly SetTarget[], measure: Measure): SetTarget[] =>
  sets.map((set) => ({
    ...set,
    load: set.load?.unit === 'percent' && measure === 'reps' ? set.load : null,
    ...(!fits(set.reps, measure) && { reps: USUAL_REPS[measure], tempo: null }),
  }));

/** An exercise that can be done instead of another one. */
export type SwapTarget = Pick<Substitute, 'exerciseId' | 'name' | 'measure'>;

/** Key of an exercise that replaces another: the same on every device, so that two devices that swap alike agree. */
function swapKey(key: string, exerciseId: string): string {
  // FNV-1a, in two directions for 64 bits.
  const hash = (text: string) =>
    [...text].reduce((sum, letter) => Math.imul(sum ^ (letter.codePointAt(0) ?? 0), 16_777_619), 2_166_136_261) >>> 0;
  const text = `${key} ${exerciseId}`;
  const part = (value: number) => value.toString(36).padStart(7, '0');
  return `swap${part(hash(text))}${part(hash([...text].reverse().join('')))}`;
}

const replacementOf = (exercises: readonly PerformedExercise[], key: string): PerformedExercise | undefined =>
  exercises.find(({ replaces }) => replaces === key);

/** Whether another exercise is done in place of this one. */
export const isReplaced = ({ head }: WorkoutLog, { key }: PerformedExercise): boolean =>
  replacementOf(head.exercises, key) !== undefined;

/** The exercises that this one continues, the planned one last. */
function replacedBy(exercises: readonly PerformedExercise[], exercise: PerformedExercise): PerformedExercise[] {
  const chain: PerformedExercise[] = [];
  let current: PerformedExercise | undefined = exercise;
  while (current) {
    const before: string | undefined = current.replaces;
    current = exercises.find(({ key }) => key === before);
    // A log may come from any sender, so a circle ends here.
    if (!current || current === exercise || chain.includes(current)) break;
    chain.push(current);
  }
  return chain;
}

/** The exercise of the plan that this one is done for; itself when nothing was swapped. */
export const plannedExerciseOf = ({ head }: WorkoutLog, exercise: PerformedExercise): PerformedExercise =>
  replacedBy(head.exercises, exercise).at(-1) ?? exercise;

const hasDoneSet = ({ sets }: WorkoutLog, key: string): boolean =>
  sets.some((set) => set.exerciseKey === key && set.done && !set.deleted);

/** The exercises that are shown: those that are done now, and those of which a set was done before a swap. */
export const shownExercises = (log: WorkoutLog): PerformedExercise[] =>
  log.head.exercises.filter((exercise) => !isReplaced(log, exercise) || hasDoneSet(log, exercise.key));

/** The pain flags of an exercise, and of those it replaced that are not shown any more. */
export function painsOf(log: WorkoutLog, exercise: PerformedExercise): PainFlag[] {
  const shown = new Set(shownExercises(log).map(({ key }) => key));
  const hidden = replacedBy(log.head.exercises, exercise).filter(({ key }) => !shown.has(key));
  const keys = new Set<string | null>([exercise, ...hidden].map(({ key }) => key));
  return log.head.pains.filter(({ exerciseKey, deleted }) => !deleted && keys.has(exerciseKey));
}

/** Planned places of sets that were done or removed before a swap, so that the exercise continues after them. */
export function placesBefore({ head, sets }: WorkoutLog, exercise: PerformedExercise): ReadonlySet<number> {
  const keys = new Set(replacedBy(head.exercises, exercise).map(({ key }) => key));
  const taken = sets.filter(({ exerciseKey, done, deleted }) => keys.has(exerciseKey) && (done || deleted));
  return new Set(
    taken.filter((set) => set.id === plannedSetId(set.exerciseKey, set.position)).map(({ position }) => position),
  );
}

/** The last set that was done before a swap of what an exercise continues, and its target. */
export function lastSetBefore(
  { head, sets }: WorkoutLog,
  exercise: PerformedExercise,
): { set: LoggedSet; target: SetTarget | undefined } | undefined {
  const chain = replacedBy(head.exercises, exercise);
  const [set] = sets
    .filter(({ exerciseKey, done, deleted }) => done && !deleted && chain.some(({ key }) => key === exerciseKey))
    .toSorted((a, b) => b.position - a.position);
  const targets = chain.find(({ key }) => key === set?.exerciseKey)?.sets.flatMap((one) => Array(one.count).fill(one));
  return set && { set, target: targets?.[set.position] };
}

/**
 * Replaces an exercise for the sets that are left. Sets that were done keep their exercise. Nothing changes when the
 * exercise is not there, is replaced already, or the workout is full.
 */
export function swapExercise(log: WorkoutLog, key: string, to: SwapTarget): PerformedExercise[] {
  const { exercises } = log.head;
  const index = exercises.findIndex((exercise) => exercise.key === key);
  const from = exercises[index];
  const newKey = swapKey(key, to.exerciseId);
  const isTaken = exercises.some((exercise) => exercise.key === newKey);
  if (!from || isTaken || isReplaced(log, from) || exercises.length >= WORKOUT_BOUNDS.exercises) return exercises;
  const planned = plannedExerciseOf(log, from);
  const swapped: PerformedExercise = {
    key: newKey,
    exerciseId: to.exerciseId,
    name: to.name,
    group: from.group,
    sets: to.exerciseId === planned.exerciseId ? planned.sets : targetsFor(planned.sets, to.measure),
    notes: '',
    alternatives: planned.alternatives,
    replaces: key,
    swappedFrom: to.exerciseId === planned.exerciseId ? null : planned.name,
  };
  return exercises.toSpliced(index + 1, 0, swapped);
}

/** Whether a swap can be undone: nothing was done of the new exercise. */
export const canUndoSwap = (log: WorkoutLog, exercise: PerformedExercise): boolean =>
  exercise.replaces !== undefined && !isReplaced(log, exercise) && !hasDoneSet(log, exercise.key);

/** The exercises without a swap that can be undone. */
export const undoSwap = (log: WorkoutLog, key: string): PerformedExercise[] =>
  log.head.exercises.filter((exercise) => exercise.key !== key || !canUndoSwap(log, exercise));

/** Number of sets that the plan asks for, without warm-ups. What replaces an exercise continues its sets. */
export const countPlannedSets = ({ exercises }: Pick<WorkoutLog['head'], 'exercises'>): number =>
  exercises
    .filter(({ replaces }) => replaces === undefined)
    .flatMap(({ sets }) => sets.filter(isWorkingSet))
    .reduce((sum, { count }) => sum + count, 0);

/** Sets that were done against those planned, like `9 of 12 sets`. Only the number done where the plan asked for no more. */
export const setCountText = ({ sets, plannedSets }: { sets: number; plannedSets: number }): string =>
  sets < plannedSets ? `${sets} of ${countLabel(plannedSets, 'set')}` : countLabel(sets, 'set');

/** How many exercises of the plan were swapped for another one. */
export const countSwaps = (log: WorkoutLog): number =>
  shownExercises(log).filter(({ swappedFrom }) => swappedFrom !== null).length;
