import type { WorkoutLog } from '@stridewell/contract/workouts/workouts';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { withOfflineAnswer } from '../../device/offline-answers.ts';
import { refresh, useChange } from '../../lib/changes.ts';
import { orpc, pagedQuery, rpc } from '../../lib/rpc.ts';

const STALE_MS = 15_000;

/** The training week of the calling client. Read without a connection as well. */
export function ownWorkoutsQuery() {
  const options = orpc.workouts.getOwnWorkouts.queryOptions();
  return queryOptions({ ...options, queryFn: withOfflineAnswer(options.queryFn), staleTime: STALE_MS });
}

export type OwnWorkouts = Awaited<ReturnType<typeof rpc.workouts.getOwnWorkouts>>;

export const ownHistoryQuery = () =>
  infiniteQueryOptions({
    ...pagedQuery(orpc.workouts.listOwnWorkouts, {}),
    // Just finished workouts and new comments are shown at each visit.
    staleTime: 0,
  });

export const ownWorkoutQuery = (logId: string) =>
  queryOptions({ ...orpc.workouts.getOwnWorkout.queryOptions({ input: { logId } }), staleTime: 0 });

export const clientWorkoutsQuery = (coachId: string, clientId: string) =>
  infiniteQueryOptions({
    ...pagedQuery(orpc.workouts.listClientWorkouts, { coachId, clientId }),
    staleTime: STALE_MS,
  });

export const clientWorkoutQuery = (coachId: string, clientId: string, logId: string) =>
  queryOptions({
    ...orpc.workouts.getClientWorkout.queryOptions({ input: { coachId, clientId, logId } }),
    staleTime: STALE_MS,
  });

export type ExerciseWorkouts = Awaited<ReturnType<typeof rpc.workouts.getOwnExercise>>;

/** @param exercise as `exerciseRef` names it */
export const ownExerciseQuery = (exercise: string) =>
  orpc.workouts.getOwnExercise.queryOptions({ input: { exercise } });

/** @param exercise as `exerciseRef` names it */
export const clientExerciseQuery = (coachId: string, clientId: string, exercise: string) =>
  orpc.workouts.getClientExercise.queryOptions({ input: { coachId, clientId, exercise } });

/** Sends workouts to the server in the session of their person. What shows the week follows the end of a workout. */
export const sendWorkout =
  (queries: QueryClient, userId: string, coachId: string) =>
  async (log: WorkoutLog): Promise<WorkoutLog> => {
    const answer = await rpc.workouts.syncWorkout({ logId: log.id, coachId, log }, { context: { userId } });
    if (answer.head.finishedAt !== null || answer.head.deleted) {
      const shown = [orpc.workouts.getOwnWorkouts.key(), orpc.workouts.listOwnWorkouts.key()];
      void refresh(queries, [...shown, orpc.dashboard.getClientDashboard.key()]);
    }
    return answer;
  };

type CommentInput = Parameters<typeof rpc.workouts.commentOnWorkout>[0];

export const useCommentOnWorkout = () =>
  useChange((input: CommentInput) => rpc.workouts.commentOnWorkout(input), [orpc.workouts.key()]);
