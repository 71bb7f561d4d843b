import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { useChange } from '../../lib/changes.ts';
import { withOfflineAnswer } from '../../lib/offline-answers.ts';
import { orpc, rpc } from '../../lib/rpc.ts';

const STALE_MS = 15_000;

/** The training week of the calling client. Read without a connection as well. */
export function ownWorkoutsQuery() {
  const options = orpc.workouts.getOwnWorkouts.queryOptions();
  return queryOptions({ ...options, queryFn: withOfflineAnswer(options.queryFn), staleTime: STALE_MS });
}

export type OwnWorkouts = Awaited<ReturnType<typeof rpc.workouts.getOwnWorkouts>>;

export const ownHistoryQuery = () =>
  infiniteQueryOptions({
    ...orpc.workouts.listOwnWorkouts.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...(cursor && { cursor }) }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    }),
    // Just finished workouts and new comments are shown at each visit.
    staleTime: 0,
  });

export const ownWorkoutQuery = (logId: string) =>
  queryOptions({ ...orpc.workouts.getOwnWorkout.queryOptions({ input: { logId } }), staleTime: 0 });

export const clientWorkoutsQuery = (coachId: string, clientId: string) =>
  infiniteQueryOptions({
    ...orpc.workouts.listClientWorkouts.infiniteOptions({
      input: (cursor: string | undefined) => ({ coachId, clientId, ...(cursor && { cursor }) }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    }),
    staleTime: STALE_MS,
  });

export const clientWorkoutQuery = (coachId: string, clientId: string, logId: string) =>
  queryOptions({
    ...orpc.workouts.getClientWorkout.queryOptions({ input: { coachId, clientId, logId } }),
    staleTime: STALE_MS,
  });

export type ExerciseSessions = Awaited<ReturnType<typeof rpc.workouts.getOwnExercise>>;

/** @param exercise as `exerciseRef` names it */
export const ownExerciseQuery = (exercise: string) =>
  orpc.workouts.getOwnExercise.queryOptions({ input: { exercise } });

/** @param exercise as `exerciseRef` names it */
export const clientExerciseQuery = (coachId: string, clientId: string, exercise: string) =>
  orpc.workouts.getClientExercise.queryOptions({ input: { coachId, clientId, exercise } });

type CommentInput = Parameters<typeof rpc.workouts.commentOnWorkout>[0];

export const useCommentOnWorkout = () =>
  useChange((input: CommentInput) => rpc.workouts.commentOnWorkout(input), [orpc.workouts.key()]);
