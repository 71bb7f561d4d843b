import {
  HISTORY_BOUNDS,
  type HistoryMatch,
  type HistoryWorkout,
} from '@stridewell/contract/workouts/workouts.history.rules';
import type { HistorySource } from '@stridewell/contract/workouts/workouts.rules';
import { queryOptions } from '@tanstack/react-query';
import { requestParts } from '../../lib/request-parts.ts';
import { orpc, rpc } from '../../lib/rpc.ts';

/** Possible matches of a file's names in the coach's library. */
export const historyMatchesQuery = (names: readonly string[]) =>
  queryOptions({
    queryKey: [...orpc.workouts.matchHistoryExercises.key(), names],
    async queryFn(): Promise<HistoryMatch[]> {
      const found: HistoryMatch[] = [];
      for (const part of requestParts(names, HISTORY_BOUNDS.titles)) {
        found.push(...(await rpc.workouts.matchHistoryExercises({ names: part })).matches);
      }
      return found;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Exercises of the library by names of the file; a name that is left out is kept as it is. */
export type HistoryMapping = ReadonlyMap<string, { exerciseId: string; name: string }>;

/** Matches that are sure, selected until the client changes them. */
export const sureMapping = (matches: readonly HistoryMatch[]): HistoryMapping =>
  new Map(
    matches.flatMap(({ name, isSure, options: [best] }): [string, { exerciseId: string; name: string }][] =>
      isSure && best ? [[name, best]] : [],
    ),
  );

/** The workouts with exercises of the library. */
export const withMapping = (workouts: readonly HistoryWorkout[], mapping: HistoryMapping): HistoryWorkout[] =>
  workouts.map((workout) => ({
    ...workout,
    exercises: workout.exercises.map((exercise) => ({ ...exercise, ...mapping.get(exercise.name) })),
  }));

export type HistoryRequest = {
  coachId: string;
  source: HistorySource;
  timeZone: string;
  workouts: readonly HistoryWorkout[];
};
export type HistoryResult = { added: number; known: number };

/** Sends a history in parts. `onSent` gets the number of workouts that the server has; sending again adds none twice. */
export async function sendHistory({ workouts, ...rest }: HistoryRequest, onSent: (count: number) => void) {
  const result: HistoryResult = { added: 0, known: 0 };
  let sent = 0;
  for (const part of requestParts(workouts, HISTORY_BOUNDS.perRequest)) {
    const { added, known } = await rpc.workouts.importHistory({ ...rest, workouts: part });
    result.added += added;
    result.known += known;
    sent += part.length;
    onSent(sent);
  }
  return result;
}
