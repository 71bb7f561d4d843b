import type { MeasurementValues } from '@stridewell/contract/progress';
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { orpc, rpc } from '../../lib/rpc.ts';

export const progressQuery = (coachId: string, clientId: string) =>
  queryOptions({ ...orpc.progress.getProgress.queryOptions({ input: { coachId, clientId } }), staleTime: 15_000 });

export const photosQuery = (coachId: string, clientId: string) =>
  infiniteQueryOptions({
    ...orpc.progress.listPhotos.infiniteOptions({
      input: (cursor: string | undefined) => ({ coachId, clientId, ...(cursor && { cursor }) }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    }),
    staleTime: 15_000,
  });

export function useSaveMeasurements(coachId: string, clientId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: { day: string; values: MeasurementValues }) =>
      rpc.progress.saveMeasurements({ coachId, clientId, ...input }),
    onSuccess: () => client.invalidateQueries(),
  });
}
