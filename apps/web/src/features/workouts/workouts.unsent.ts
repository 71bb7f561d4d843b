import type { UnitSystem } from '@stridewell/contract/units';
import type { WorkoutLog } from '@stridewell/contract/workouts/workouts';
import { shownExercises } from '@stridewell/contract/workouts/workouts.swaps.rules';
import { useMemo } from 'react';
import { type UnsentLog, useUnsentLogs } from '../../device/unsent-logs.ts';
import { dayText } from '../../lib/format.ts';
import { type WorkoutStore, workoutStoresOf } from './workouts.store.ts';
import { doneText } from './workouts.wording.ts';

/** A workout that the server does not have as this device does. */
export type UnsentWorkout = UnsentLog<WorkoutLog, WorkoutStore>;

const ENDED = 'The coaching for this workout has ended, so it cannot be sent.';

/** The workouts of a person that wait or cannot be sent. `openCoachIds`: of coachings that have not ended. */
export function useUnsentWorkouts(userId: string, openCoachIds: readonly string[]): UnsentWorkout[] {
  const open = openCoachIds.join(' ');
  const stores = useMemo(
    () =>
      [...workoutStoresOf(userId, open === '' ? [] : open.split(' '))].map(([coachId, store]) => ({ coachId, store })),
    [userId, open],
  );
  return useUnsentLogs<WorkoutLog, WorkoutStore>(stores, open, ENDED);
}

/** A workout as text, for another place than this app. */
export function workoutText(log: WorkoutLog, units: UnitSystem): string {
  const day = dayText(log.head.day, { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' });
  const done = new Set(log.sets.filter((set) => set.done && !set.deleted).map(({ exerciseKey }) => exerciseKey));
  const lines = shownExercises(log)
    .filter(({ key }) => done.has(key))
    .map(({ key, name }) => `${name}: ${doneText(log, key, units)}`);
  return [`${log.head.name}, ${day}`, ...lines, log.head.note].filter(Boolean).join('\n');
}
