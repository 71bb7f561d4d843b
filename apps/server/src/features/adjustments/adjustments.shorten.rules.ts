import type { AdjustmentChange } from '@stridewell/contract/adjustments/adjustments.changes.rules';
import { ADJUSTMENT_RULES } from '@stridewell/contract/adjustments/adjustments.rules';
import type { Exercise } from '@stridewell/contract/exercises/exercises';
import type { Pattern } from '@stridewell/contract/exercises/exercises.rules';
import type { ProgramDay, ProgramExercise, Workout } from '@stridewell/contract/programs/programs';
import { PULLS, PUSHES, workoutMinutes } from '@stridewell/contract/programs/programs.volume.rules';

type Find = (id: string) => Exercise | undefined;

/** Patterns of which a week keeps one exercise each, if it has any [K, science B]. */
const LARGE_PATTERNS: readonly (readonly Pattern[])[] = [['squat', 'lunge'], ['hinge'], PUSHES, PULLS];

const factsOf = ({ exerciseId }: ProgramExercise, find: Find) => (exerciseId === null ? undefined : find(exerciseId));
const isIsolation = (exercise: ProgramExercise, find: Find): boolean =>
  factsOf(exercise, find)?.mechanic === 'isolation';

/** Counts the exercises of each large pattern that are left in these days. */
function countPatterns(days: readonly ProgramDay[], find: Find) {
  const patternOf = (exercise: ProgramExercise) => {
    const pattern = factsOf(exercise, find)?.pattern;
    return LARGE_PATTERNS.find((patterns) => pattern !== undefined && patterns.includes(pattern));
  };
  const left = new Map<readonly Pattern[], number>();
  const change = (exercise: ProgramExercise, by: number) => {
    const pattern = patternOf(exercise);
    if (pattern) left.set(pattern, (left.get(pattern) ?? 0) + by);
  };
  for (const exercise of days.flatMap(({ workout }) => workout.exercises)) change(exercise, 1);
  return {
    isLast(exercise: ProgramExercise): boolean {
      const pattern = patternOf(exercise);
      return pattern !== undefined && left.get(pattern) === 1;
    },
    drop: (exercise: ProgramExercise) => change(exercise, -1),
  };
}
type Counts = ReturnType<typeof countPatterns>;

/** Index of the exercise to drop next: the last isolation, then the last after the main lifts; -1 for none. */
function nextToDrop({ exercises }: Workout, find: Find, { isLast }: Counts): number {
  const main = exercises.filter((exercise) => !isIsolation(exercise, find)).slice(0, ADJUSTMENT_RULES.mainLifts);
  if (exercises.length <= Math.max(1, main.length)) return -1;
  const canDrop = (exercise: ProgramExercise) => !main.includes(exercise) && !isLast(exercise);
  const last = exercises.findLastIndex((exercise) => isIsolation(exercise, find) && canDrop(exercise));
  return last === -1 ? exercises.findLastIndex(canDrop) : last;
}

/** Replaces the exercises and drops groups without any. */
function withExercises(workout: Workout, exercises: Workout['exercises']): Workout {
  const groups = workout.groups.filter(({ letter }) => exercises.some(({ group }) => group === letter));
  return { ...workout, exercises, groups };
}

/** Drops exercises until the day fits into the minutes or none can be dropped. */
function shortenDay(day: ProgramDay, minutes: number, find: Find, counts: Counts): ProgramDay {
  let { workout } = day;
  while (workoutMinutes(workout) > minutes) {
    const at = nextToDrop(workout, find, counts);
    const dropped = workout.exercises[at];
    if (!dropped) break;
    counts.drop(dropped);
    workout = withExercises(workout, workout.exercises.toSpliced(at, 1));
  }
  if (workout === day.workout) return day;
  return { ...day, workout: { ...workout, duration: workout.duration === null ? null : workoutMinutes(workout) } };
}

/**
 * The days that get shorter, as change. The main lifts of each day stay, and so does one exercise of each large pattern.
 * @param minutesOf the minutes that a day should fit into
 */
export function shortenDays(
  days: readonly ProgramDay[],
  minutesOf: (day: ProgramDay) => number,
  find: Find,
): AdjustmentChange['days'] {
  const counts = countPatterns(days, find);
  return days.flatMap((before) => {
    const after = shortenDay(before, minutesOf(before), find, counts);
    return after === before ? [] : [{ before, after }];
  });
}
