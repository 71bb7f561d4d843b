import { queryOptions } from '@tanstack/react-query';
import { useChange } from '../../lib/changes.ts';
import { orpc, rpc } from '../../lib/rpc.ts';

const STALE_MS = 60_000;

export const exercisesQuery = (coachId: string) =>
  queryOptions({ ...orpc.exercises.listExercises.queryOptions({ input: { coachId } }), staleTime: STALE_MS });

type SaveInput = Parameters<typeof rpc.exercises.saveExercise>[0];

export const useSaveExercise = (coachId: string) =>
  useChange(
    (input: Omit<SaveInput, 'coachId'>) => rpc.exercises.saveExercise({ coachId, ...input }),
    [orpc.exercises.key()],
  );

export const useSetExerciseHidden = (coachId: string) =>
  useChange(
    (input: { exerciseId: string; hidden: boolean }) => rpc.exercises.setExerciseHidden({ coachId, ...input }),
    [orpc.exercises.key()],
  );

export const useDeleteExercise = (coachId: string) =>
  useChange((exerciseId: string) => rpc.exercises.deleteExercise({ coachId, exerciseId }), [orpc.exercises.key()]);

export const curatedQuery = () => queryOptions(orpc.exercises.listCuratedExercises.queryOptions());

export type Curation = Parameters<typeof rpc.exercises.curateExercise>[0];

export const useCurateExercise = () =>
  useChange((input: Curation) => rpc.exercises.curateExercise(input), [orpc.exercises.key()]);
