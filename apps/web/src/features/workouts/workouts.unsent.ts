import type { UnitSystem } from '@stridewell/contract/units';
import type { WorkoutLog } from '@stridewell/contract/workouts/workouts';
import { shownExercises } from '@stridewell/contract/workouts/workouts.swaps.rules';
import { useMemo, useSyncExternalStore } from 'react';
import { dayText } from '../../lib/format.ts';
import { type WorkoutStore, workoutStoresOf } from './workouts.store.ts';
import { doneText } from './workouts.wording.ts';

/** A workout that the server does not have as this device does. */
export type UnsentWorkout = {
  store: WorkoutStore;
  log: WorkoutLog;
  /** Why it cannot be sent: what the server said, or that the coaching has ended. Null while it is sent automatically. */
  problem: string | null;
  /** Whether sending it again can succeed. */
  canRetry: boolean;
  /** The server could not be reached. The workout is sent again automatically. */
  isWaiting: boolean;
};

const ENDED = 'The coaching for this workout has ended, so it cannot be sent.';

/** The workouts of a person that wait or cannot be sent. `openCoachIds`: of coachings that have not ended. */
export function useUnsentWorkouts(userId: string, openCoachIds: readonly string[]): UnsentWorkout[] {
  const open = openCoachIds.join(' ');
  const stores = useMemo(() => workoutStoresOf(userId, open === '' ? [] : open.split(' ')), [userId, open]);
  const list = (): UnsentWorkout[] =>
    [...stores].flatMap(([coachId, store]) => {
      const isOpen = open.includes(coachId);
      const { logs, status } = store.getSnapshot();
      return [...logs.values()].flatMap(({ log, pending, problem: refusal }) => {
        const problem = isOpen ? (refusal ?? null) : ENDED;
        const isWaiting = problem === null && status === 'offline';
        return pending ? [{ store, log, problem, canRetry: isOpen, isWaiting }] : [];
      });
    });
  // Compared as text, because each call makes a new list.
  const state = useSyncExternalStore(
    (changed) => {
      const stops = [...stores.values()].map((store) => store.subscribe(changed));
      return () => {
        for (const stop of stops) stop();
      };
    },
    () => JSON.stringify(list().map(({ log, problem, isWaiting }) => [log, problem, isWaiting])),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is made again when its text changes.
  return useMemo(list, [state, stores]);
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
