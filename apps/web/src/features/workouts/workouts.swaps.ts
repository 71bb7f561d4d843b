import { EXERCISE_EQUIPMENT_LABELS, MUSCLE_LABELS } from '@stridewell/contract/exercises/exercises.rules';
import type { PerformedExercise, Substitute, WorkoutLog } from '@stridewell/contract/workouts/workouts';
import { exerciseRef } from '@stridewell/contract/workouts/workouts.records.rules';
import { withoutPainful } from '@stridewell/contract/workouts/workouts.substitutes.rules';
import {
  plannedExerciseOf,
  type SwapTarget,
  swapExercise,
  undoSwap,
} from '@stridewell/contract/workouts/workouts.swaps.rules';
import { listText } from '../../lib/format.ts';
import { measureOf, withHead } from './workouts.editing.ts';
import type { OwnWorkouts } from './workouts.queries.ts';

/** Another exercise that the player offers, with the reason in words. */
export type SwapOption = SwapTarget & { why: string };

/** Another exercise for the sets that are left. */
export const swapTo = (log: WorkoutLog, key: string, to: SwapTarget): WorkoutLog =>
  withHead(log, { exercises: swapExercise(log, key, to) });

export const withoutSwap = (log: WorkoutLog, key: string): WorkoutLog =>
  withHead(log, { exercises: undoSwap(log, key) });

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function whyText({ reason, muscle, equipment }: Substitute): string {
  const gear = listText(equipment.map((item) => EXERCISE_EQUIPMENT_LABELS[item].toLowerCase()));
  const why =
    reason === 'coach'
      ? 'chosen by your coach'
      : reason === 'same_movement'
        ? 'same movement'
        : `also trains the ${MUSCLE_LABELS[muscle].toLowerCase()}`;
  return capitalised(gear ? `${why}, with ${gear}` : `${why}, without equipment`);
}

/** The way back to the planned exercise once a set of the other one is done. */
const backTo = ({ exerciseId, name, sets }: PerformedExercise): SwapOption[] =>
  exerciseId === null ? [] : [{ exerciseId, name, measure: measureOf(sets[0] ?? null), why: 'As planned' }];

/** Exercises that a swap offers, without those that load a painful part. */
export function swapOptions(
  log: WorkoutLog,
  exercise: PerformedExercise,
  substitutes: OwnWorkouts['substitutes'],
): SwapOption[] {
  const planned = plannedExerciseOf(log, exercise);
  const found = substitutes.find((one) => one.exercise === exerciseRef(planned))?.options ?? [];
  const pains = log.head.pains.filter(({ deleted }) => !deleted).map(({ part }) => part);
  const options = withoutPainful(found, pains).map((one) => ({ ...one, why: whyText(one) }));
  return [...backTo(planned), ...options].filter(({ exerciseId }) => exerciseId !== exercise.exerciseId);
}
