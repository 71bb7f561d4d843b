import { addDays } from '@stridewell/contract/time';
import type { LoggedSet, PerformedExercise, WorkoutLog } from '@stridewell/contract/workouts/workouts';
import { type HistoryExercise, historyName } from '@stridewell/contract/workouts/workouts.history.rules';
import { historyLog } from '@stridewell/contract/workouts/workouts.history-logs.rules';
import { plannedSetId } from '@stridewell/contract/workouts/workouts.rules';
import { substitutesOf } from '@stridewell/contract/workouts/workouts.substitutes.rules';
import { swapExercise } from '@stridewell/contract/workouts/workouts.swaps.rules';
import { v5 as uuidv5 } from 'uuid';
import { builtInLibrary } from '../src/features/exercises/exercises.merge.rules.ts';

/** Any constant, as a namespace for ids. */
const NAMESPACE = '5f0a3c1e-9d57-4a3b-8a55-0b7f7b1c2d10';
/** Number of workouts in another app before the program, one every four days. */
const IMPORTED = 10;
const EVERY_DAYS = 4;
const LIFTS = [
  ['back-squat', 'Back squat', 45],
  ['bench-press', 'Bench press', 37.5],
  ['dumbbell-row', 'Dumbbell row', 14],
] as const;

function liftOf([exerciseId, name, startKg]: (typeof LIFTS)[number], place: number): HistoryExercise {
  const weightKg = startKg + Math.floor(place / 3) * 2.5;
  const set = { kind: 'normal' as const, weightKg, reps: 8, seconds: null, metres: null, rir: null };
  return { exerciseId, name, group: '', note: '', sets: [set, set, { ...set, reps: 7 }] };
}

/** A client's workouts in another app before the program, oldest first. */
export const importedLogs = (firstDay: string, timeZone: string): WorkoutLog[] =>
  Array.from({ length: IMPORTED }, (_, place) => {
    const day = addDays(firstDay, (place - IMPORTED) * EVERY_DAYS);
    const workout = {
      startedAt: `${day}T18:00:00`,
      seconds: 2700,
      title: 'Full body',
      note: '',
      exercises: LIFTS.map((lift) => liftOf(lift, place)),
    };
    return historyLog(workout, { id: uuidv5(historyName(workout), NAMESPACE), timeZone, source: 'strong' });
  });

const isOf =
  ({ key }: PerformedExercise) =>
  ({ exerciseKey }: LoggedSet): boolean =>
    exerciseKey === key;

/** The workout with its second exercise swapped before the first set. */
export function withSwap(log: WorkoutLog): WorkoutLog {
  const [, exercise] = log.head.exercises;
  const [option] = exercise
    ? substitutesOf(exercise, builtInLibrary, { equipment: null, contraindications: [], level: null })
    : [];
  if (!exercise || !option) return log;
  const others = log.sets.filter((set) => !isOf(exercise)(set));
  const exercises = swapExercise({ ...log, sets: others }, exercise.key, option);
  const key = exercises.find(({ replaces }) => replaces === exercise.key)?.key ?? exercise.key;
  const moved = log.sets
    .filter(isOf(exercise))
    .map((set) => ({ ...set, exerciseKey: key, id: plannedSetId(key, set.position) }));
  return { ...log, head: { ...log.head, exercises }, sets: [...others, ...moved] };
}
