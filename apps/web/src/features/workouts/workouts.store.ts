import type { WorkoutLog } from '@stridewell/contract/workouts/workouts';
import { lastHeadChange, mergeWorkouts } from '@stridewell/contract/workouts/workouts.merge.rules';
import { namesUnder, workoutPrefix } from '../../device/keys.ts';
import { type MergeRules, MergeStore } from '../../device/merge.ts';
import { senders } from '../../device/senders.ts';
import { isWorkoutLog } from './workouts.stored.ts';

const DAY_MS = 86_400_000;

const RULES: MergeRules<WorkoutLog> = {
  parse: (value) => (isWorkoutLog(value) ? value : undefined),
  merge: mergeWorkouts,
  changedAt: ({ head }) => lastHeadChange(head),
  // So that a reload without a connection shows the week.
  keptMs: 8 * DAY_MS,
  notSaved: 'This workout could not be saved.',
};

/** The workouts of one coaching as this device has them. */
export class WorkoutStore extends MergeStore<WorkoutLog> {
  constructor(userId: string, coachId: string) {
    super(`${workoutPrefix(userId)}${coachId}.`, RULES);
  }
}

const stores = new Map<string, WorkoutStore>();

/** The coaches that this device has workouts for. */
const coachesOnDevice = (userId: string): string[] =>
  namesUnder(workoutPrefix(userId)).map((name) => name.split('.')[0] ?? '');

/** The stores of a person: of these coaches, and of others whose workouts are still on the device. */
export const workoutStoresOf = (userId: string, coachIds: readonly string[]): Map<string, WorkoutStore> =>
  new Map([...coachIds, ...coachesOnDevice(userId)].map((coachId) => [coachId, workoutStore(userId, coachId)]));

/** The one store of a coaching on this page. */
export function workoutStore(userId: string, coachId: string): WorkoutStore {
  senders.add('workouts');
  const name = `${userId} ${coachId}`;
  const known = stores.get(name) ?? new WorkoutStore(userId, coachId);
  stores.set(name, known);
  return known;
}
