import type { CoachDashboard } from '@stridewell/contract/dashboard';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { withOfflineAnswer } from '../../lib/offline-answers.ts';
import { orpc, rpc } from '../../lib/rpc.ts';

/** All cards of the coach's dashboard in one answer, refreshed each minute like its clock. */
export const coachDashboardQuery = (coachId: string) =>
  queryOptions({
    ...orpc.dashboard.getCoachDashboard.queryOptions({ input: { coachId } }),
    staleTime: 15_000,
    refetchInterval: 60_000,
  });

export const clientDashboardQuery = () => {
  const query = orpc.dashboard.getClientDashboard.queryOptions();
  return queryOptions({ ...query, queryFn: withOfflineAnswer(query.queryFn), staleTime: 15_000 });
};

/** Removes a follow-up from the agenda at once, and restores it when the server refuses. */
export function useDismissFollowUp(coachId: string) {
  const client = useQueryClient();
  const { queryKey } = coachDashboardQuery(coachId);
  return useMutation({
    mutationFn: (clientId: string) => rpc.dashboard.dismissFollowUp({ coachId, clientId }),
    async onMutate(clientId) {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<CoachDashboard>(queryKey);
      if (before?.agenda.state === 'ready') {
        const { data } = before.agenda;
        const followUps = data.followUps.filter((item) => item.clientId !== clientId);
        const agenda = { ...before.agenda, data: { ...data, followUps, taskCount: data.taskCount - 1 } };
        client.setQueryData<CoachDashboard>(queryKey, { ...before, agenda });
      }
      return { before };
    },
    onError: (_error, _clientId, context) => client.setQueryData(queryKey, context?.before),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}

/** Toggles the status of a session. A failure is only logged, and the badge shows the server's status. */
export function useToggleSession(coachId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, status }: { id: string; status: 'scheduled' | 'completed' }) =>
      rpc.calendar.updateSessionStatus({ coachId, id, status: status === 'completed' ? 'scheduled' : 'completed' }),
    // biome-ignore lint/suspicious/noConsole: the spec has this failure logged only.
    onError: (error) => console.warn('session status', error),
    onSettled: () => client.invalidateQueries({ queryKey: coachDashboardQuery(coachId).queryKey }),
  });
}
