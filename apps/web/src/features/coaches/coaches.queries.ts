import type { CoachProfile } from '@stridewell/contract/coaches';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { orpc, rpc } from '../../lib/rpc.ts';

export const coachProfileQuery = (coachId: string) =>
  queryOptions(orpc.coaches.getCoachProfile.queryOptions({ input: { coachId } }));

export const myCoachQuery = () => queryOptions(orpc.coaches.getMyCoach.queryOptions());

export function useSaveCoachProfile(coachId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (profile: CoachProfile) => rpc.coaches.saveCoachProfile({ coachId, ...profile }),
    onSuccess: (saved) => client.setQueryData(coachProfileQuery(coachId).queryKey, saved),
  });
}

export function useSetCoachPhoto(coachId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (fileId: string | null) => rpc.coaches.setCoachPhoto({ coachId, fileId }),
    onSuccess: (saved) => client.setQueryData(coachProfileQuery(coachId).queryKey, saved),
  });
}

export function useEndRelationship() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (coachId: string) => rpc.coaches.endRelationship({ coachId }),
    // What may be written changes on every screen.
    onSuccess: () => client.invalidateQueries(),
  });
}
