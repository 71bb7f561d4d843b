import type { CoachSession } from '@stridewell/contract/calendar';
import type { CoachDashboard } from '@stridewell/contract/dashboard';
import { queryOptions } from '@tanstack/react-query';
import { useOptimisticChange } from '../../lib/changes.ts';
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

/** Removes a follow-up from the agenda at once. */
export function useDismissFollowUp(coachId: string) {
  const { queryKey } = coachDashboardQuery(coachId);
  return useOptimisticChange({
    send: (clientId: string) => rpc.dashboard.dismissFollowUp({ coachId, clientId }),
    queryKey,
    show: (dashboard: CoachDashboard, clientId) => withoutFollowUp(dashboard, clientId),
    changedKeys: [queryKey],
  });
}

/** Shows the status of a session in the agenda and in the upcoming sessions, which leave it in place until they refresh. */
export function withSessionStatus(
  { agenda, upcoming, ...cards }: CoachDashboard,
  { id, status }: Pick<CoachSession, 'id' | 'status'>,
): CoachDashboard {
  const changed = (sessions: readonly CoachSession[]) =>
    sessions.map((session) => (session.id === id ? { ...session, status } : session));
  return {
    ...cards,
    agenda:
      agenda.state === 'ready'
        ? { ...agenda, data: { ...agenda.data, sessions: changed(agenda.data.sessions) } }
        : agenda,
    upcoming:
      upcoming.state === 'ready' ? { ...upcoming, data: { sessions: changed(upcoming.data.sessions) } } : upcoming,
  };
}

function withoutFollowUp({ agenda, ...cards }: CoachDashboard, clientId: string): CoachDashboard {
  if (agenda.state !== 'ready') return { agenda, ...cards };
  const { followUps, taskCount, ...data } = agenda.data;
  const others = followUps.filter((item) => item.clientId !== clientId);
  return { agenda: { ...agenda, data: { ...data, followUps: others, taskCount: taskCount - 1 } }, ...cards };
}
