import { addDays } from '@stridewell/contract/time';
import { RECENT_MAX_DAYS } from '@stridewell/contract/workouts/workouts.records.rules';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { findTrainingTime, selectTrained, sumTrainingMinutes } from './workouts.training.data.ts';

/** For other features. */
export { sumTrainingMinutes };

const RECENT_WEEKS = 4;

export type TrainedExercise = {
  exerciseId: string;
  /** Finished workouts with the exercise. */
  workouts: number;
  /** Weekly average of the last four weeks. */
  recentWeeklySets: number;
  oneRepMaxKg: number | null;
};

/** A client's training in the last twelve weeks. `minutes`: the usual length of a workout; null without any. */
export type TrainingHistory = { workouts: number; minutes: number | null; exercises: TrainedExercise[] };

/** A client's training in the last twelve weeks. */
export async function getTrainingHistory(
  tx: Tx<CoachScope>,
  clientId: string,
  today: string,
): Promise<TrainingHistory> {
  const from = addDays(today, -RECENT_MAX_DAYS);
  const recentFrom = addDays(today, -7 * RECENT_WEEKS);
  const [time, rows] = await Promise.all([
    findTrainingTime(tx, clientId, from),
    selectTrained(tx, clientId, { from, recentFrom }),
  ]);
  return {
    ...time,
    exercises: rows.map(({ exercise_id, workouts, recent_sets, one_rep_max_kg }) => ({
      exerciseId: exercise_id,
      workouts,
      recentWeeklySets: recent_sets / RECENT_WEEKS,
      oneRepMaxKg: one_rep_max_kg,
    })),
  };
}
