import { MUSCLES, type Muscle, type Pattern } from '../exercises/exercises.rules.ts';
import { type Reps, repsOf } from './programs.reps.rules.ts';
import { isTimed, isWorkingSet } from './programs.rules.ts';
import type { ProgramExercise, ProgramWeek, SetTarget, Workout } from './programs.ts';

/**
 * Figures of science B. [V] was read in its source, [K] is field knowledge. Times are in seconds, volume is in sets.
 */
export const TRAINING_RULES = {
  /** Before the first exercise, before each exercise, and for one repetition [K, duration]. */
  startSeconds: 300,
  setupSeconds: 60,
  repSeconds: 4,
  /** Rest that the coach leaves open [K]: the middle of 60 to 120 s for hypertrophy and novices. */
  openRestSeconds: 90,
  /** Share of the rest that is left in a superset [V, duration]. */
  supersetRest: 0.5,
  /** Running speed for distances in metres a second [K]. */
  metresPerSecond: 3,
  /** Reps of a set without a number, such as AMRAP or a warm-up [K]. */
  openReps: 12,
  /** Sets of a muscle that an exercise trains first, and of one that helps [V, Pelland 2025]. */
  directSet: 1,
  indirectSet: 0.5,
  /** Least sets a week of a trained muscle [V, Iversen 2021]. */
  leastWeeklySets: 4,
  /** Most sets of a muscle in a week and in a session, and its growth a week [K]. */
  mostWeeklySets: 20,
  mostSessionSets: 10,
  mostAddedSets: 2,
  /** Pushing sets for each pulling set [K, science D 5]. */
  leastPushPull: 0.67,
  mostPushPull: 1.5,
  /** Estimated duration in shares of the stated one [K, science D 4]. */
  mostDuration: 1.1,
  /** Weeks up to a deload [K]. */
  weeksToDeload: 8,
  /** Share of the sets in a deload, and repetitions in reserve it adds [K]: 40 to 60 % less, RIR +2. */
  deloadSets: 0.5,
  deloadRir: 2,
  /** Share of the load in a deload [K]: two more repetitions in reserve are worth 5 to 10 %. */
  deloadLoad: 0.9,
} as const;

/** Sets of each muscle that is trained. */
export type MuscleSets = ReadonlyMap<Muscle, number>;

/** The muscles that an exercise trains. */
export type ExerciseMuscles = { primary: readonly Muscle[]; secondary: readonly Muscle[]; pattern: Pattern };

/** Looks up an exercise of the library; undefined when it is not known. */
export type FindMuscles = (exerciseId: string) => ExerciseMuscles | undefined;

/** Patterns that build no muscle to speak of. */
const NOT_COUNTED: readonly Pattern[] = ['conditioning', 'mobility', 'jump'];
export const PUSHES: readonly Pattern[] = ['horizontal_push', 'vertical_push'];
export const PULLS: readonly Pattern[] = ['horizontal_pull', 'vertical_pull'];

function workSeconds(reps: Reps): number {
  const sides = reps.eachSide ? 2 : 1;
  if (!('min' in reps)) return sides * TRAINING_RULES.openReps * TRAINING_RULES.repSeconds;
  const middle = (reps.min + reps.max) / 2;
  if (reps.kind === 'time') return sides * middle;
  if (reps.kind === 'distance') return (sides * middle) / TRAINING_RULES.metresPerSecond;
  return sides * middle * TRAINING_RULES.repSeconds;
}

/** Work and rest of one line. `openRest` is the rest that the coach leaves open; a drop set follows at once. */
function lineSeconds({ count, reps, kind, rest }: SetTarget, openRest: number, restShare: number): number {
  const pause = rest ?? (kind === 'drop' ? 0 : openRest);
  return count * (workSeconds(repsOf(reps)) + pause * restShare);
}

/** An exercise with what its group changes: the share of rest that is left, and the rest that is open. */
function exerciseSeconds({ sets }: ProgramExercise, openRest: number, restShare: number): number {
  return sets.reduce<number>((sum, set) => sum + lineSeconds(set, openRest, restShare), TRAINING_RULES.setupSeconds);
}

const roundsOf = (exercises: readonly ProgramExercise[]): number =>
  Math.max(0, ...exercises.map(({ sets }) => sets.reduce((sum, { count }) => sum + count, 0)));

/** Exercises of one group. AMRAP and EMOM take their minutes. */
function groupSeconds(exercises: readonly ProgramExercise[], group: Workout['groups'][number] | undefined): number {
  const { setupSeconds, openRestSeconds, supersetRest } = TRAINING_RULES;
  if (group && isTimed(group.format)) return setupSeconds + (group.minutes ?? 0) * 60;
  const sum = (openRest: number, restShare: number) =>
    exercises.reduce((seconds, exercise) => seconds + exerciseSeconds(exercise, openRest, restShare), 0);
  // With a rest after each round, exercises follow each other without one unless they say so.
  if (group && group.rest !== null) return sum(0, 1) + roundsOf(exercises) * group.rest;
  return sum(openRestSeconds, exercises.length > 1 ? supersetRest : 1);
}

/** Estimated duration in seconds, zero without exercises [K, science B]. */
export function workoutSeconds({ exercises, groups }: Pick<Workout, 'exercises' | 'groups'>): number {
  if (exercises.length === 0) return 0;
  const blocks = Map.groupBy(exercises, ({ group, key }) => group || key);
  return [...blocks.values()].reduce<number>((sum, block) => {
    const letter = block[0]?.group;
    return sum + groupSeconds(block, letter ? groups.find((group) => group.letter === letter) : undefined);
  }, TRAINING_RULES.startSeconds);
}

/** Estimated duration in whole minutes. */
export const workoutMinutes = (workout: Pick<Workout, 'exercises' | 'groups'>): number =>
  Math.round(workoutSeconds(workout) / 60);

const countWorkingSets = ({ sets }: Pick<ProgramExercise, 'sets'>): number =>
  sets.reduce((sum, set) => sum + (isWorkingSet(set) ? set.count : 0), 0);

function addSets(volume: Map<Muscle, number>, muscles: readonly Muscle[], sets: number): void {
  for (const muscle of muscles) if (sets > 0) volume.set(muscle, (volume.get(muscle) ?? 0) + sets);
}

/** Sets that an exercise gives each muscle. One that builds no muscle gives none. */
export function exerciseVolume({ primary, secondary, pattern }: ExerciseMuscles, sets: number): [Muscle, number][] {
  if (NOT_COUNTED.includes(pattern)) return [];
  const helpers = secondary.filter((muscle) => !primary.includes(muscle));
  return [
    ...primary.map((muscle): [Muscle, number] => [muscle, sets * TRAINING_RULES.directSet]),
    ...helpers.map((muscle): [Muscle, number] => [muscle, sets * TRAINING_RULES.indirectSet]),
  ];
}

/** Sets of each muscle in a workout. Warm-ups and exercises that build no muscle are not counted. */
function workoutVolume({ exercises }: Pick<Workout, 'exercises'>, muscles: FindMuscles): MuscleSets {
  const volume = new Map<Muscle, number>();
  for (const exercise of exercises) {
    const facts = exercise.exerciseId === null ? undefined : muscles(exercise.exerciseId);
    if (!facts) continue;
    for (const [muscle, sets] of exerciseVolume(facts, countWorkingSets(exercise))) addSets(volume, [muscle], sets);
  }
  return volume;
}

/** Sets of each muscle in a week, and in each of its days by key. */
export function weeklyVolume(
  { days }: Pick<ProgramWeek, 'days'>,
  muscles: FindMuscles,
): { muscleSets: MuscleSets; sessions: ReadonlyMap<string, MuscleSets> } {
  const sessions = new Map(days.map(({ key, workout }) => [key, workoutVolume(workout, muscles)]));
  const week = new Map<Muscle, number>();
  for (const volume of sessions.values()) {
    for (const [muscle, sets] of volume) addSets(week, [muscle], sets);
  }
  return { muscleSets: new Map(MUSCLES.flatMap((muscle) => entryOf(week, muscle))), sessions };
}

const entryOf = (volume: MuscleSets, muscle: Muscle): [Muscle, number][] => {
  const sets = volume.get(muscle);
  return sets === undefined ? [] : [[muscle, sets]];
};

/** Working sets of pushing and of pulling in a week. */
export function pushAndPull({ days }: Pick<ProgramWeek, 'days'>, muscles: FindMuscles): { push: number; pull: number } {
  const exercises = days.flatMap(({ workout }) => workout.exercises);
  const count = (patterns: readonly Pattern[]) =>
    exercises.reduce((sum, exercise) => {
      const pattern = exercise.exerciseId === null ? undefined : muscles(exercise.exerciseId)?.pattern;
      return sum + (pattern && patterns.includes(pattern) ? countWorkingSets(exercise) : 0);
    }, 0);
  return { push: count(PUSHES), pull: count(PULLS) };
}
