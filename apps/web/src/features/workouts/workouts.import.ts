import {
  HISTORY_BOUNDS,
  type HistoryMatch,
  type HistoryWorkout,
} from '@stridewell/contract/workouts/workouts.history.rules';
import type { HistorySource } from '@stridewell/contract/workouts/workouts.rules';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refresh } from '../../lib/changes.ts';
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

/** Sends a history in parts. `sent` counts the workouts that the server has; sending again adds none twice. */
export function useImportHistory() {
  const client = useQueryClient();
  const [sent, setSent] = useState(0);
  const send = useMutation({
    async mutationFn({ workouts, ...rest }: HistoryRequest): Promise<HistoryResult> {
      setSent(0);
      const result = { added: 0, known: 0 };
      for (const part of requestParts(workouts, HISTORY_BOUNDS.perRequest)) {
        const { added, known } = await rpc.workouts.importHistory({ ...rest, workouts: part });
        result.added += added;
        result.known += known;
        setSent((count) => count + part.length);
      }
      return result;
    },
    // Also after a failure, because earlier parts were added.
    onSettled: () => refresh(client, [orpc.workouts.key()]),
  });
  return { sent, send };
}
