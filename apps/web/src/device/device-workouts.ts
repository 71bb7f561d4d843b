/** Storage key prefix of the workouts that a person logs on this device. */
export const workoutPrefix = (userId: string): string => `stridewell.workout.${userId}.`;

/** Deletes the workouts that the server has, so that the next person on this device cannot see them. Others wait. */
export function deleteSentWorkouts(userId: string): void {
  const prefix = workoutPrefix(userId);
  for (const key of Object.keys(window.localStorage)) {
    if (!key.startsWith(prefix)) continue;
    const isPending = window.localStorage.getItem(key)?.includes('"pending":true') ?? false;
    if (!isPending) window.localStorage.removeItem(key);
  }
}
