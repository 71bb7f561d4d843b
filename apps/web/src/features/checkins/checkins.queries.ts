import type { CheckInAnswers } from '@stridewell/contract/checkins';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { orpc, rpc } from '../../lib/rpc.ts';

export const checkInsQuery = (coachId: string, clientId: string) =>
  queryOptions({ ...orpc.checkins.listCheckIns.queryOptions({ input: { coachId, clientId } }), staleTime: 15_000 });

export const checkInFormQuery = () =>
  queryOptions({ ...orpc.checkins.getCheckInForm.queryOptions(), staleTime: 15_000 });

export function useSubmitCheckIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: CheckInAnswers & { id: string }) => rpc.checkins.submitCheckIn(input),
    onSuccess: () => client.invalidateQueries(),
  });
}
