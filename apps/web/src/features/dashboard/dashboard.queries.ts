import type { CoachSession } from '@stridewell/contract/calendar/calendar';
import type { AiSuggestion, CoachDashboard, HiddenSuggestion } from '@stridewell/contract/dashboard/dashboard';
import { MAX_FOLLOW_UPS } from '@stridewell/contract/dashboard/dashboard.rules';
import type { SuggestionTopic } from '@stridewell/contract/messages/messages.rules';
import { queryOptions } from '@tanstack/react-query';
import { withOfflineAnswer } from '../../device/offline-answers.ts';
import { useOptimisticChange } from '../../lib/changes.ts';
import { orpc, rpc } from '../../lib/rpc.ts';

/** All cards of the coach's dashboard in one answer, refreshed each minute like its clock. */
export const coachDashboardQuery = (coachId: string) =>
  queryOptions({
    ...orpc.dashboard.getCoachDashboard.queryOptions({ input: { coachId } }),
    staleTime: 15_000,
    refetchInterval: 60_000,
  });

/** A suggestion about a client by its topic; undefined once it is hidden or no longer applies. */
export const suggestionIn = (
  dashboard: CoachDashboard | undefined,
  { clientId, topic }: { clientId: string; topic: SuggestionTopic },
): AiSuggestion | undefined =>
  dashboard?.suggestions.state === 'ready'
    ? dashboard.suggestions.data.find((one) => one.clientId === clientId && one.topic === topic)
    : undefined;

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
  const rows = followUps.rows.filter((item) => item.clientId !== clientId);
  const total = followUps.total - followUps.rows.length + rows.length;
  // The next client takes the free place once the dashboard is loaded again.
  const counted = Math.min(MAX_FOLLOW_UPS, followUps.total) - Math.min(MAX_FOLLOW_UPS, total);
  return {
    agenda: { ...agenda, data: { ...data, followUps: { total, rows }, taskCount: taskCount - counted } },
    ...cards,
  };
}

/** Hides suggestions at once, or shows them again. */
export function useHideSuggestions(coachId: string) {
  const { queryKey } = coachDashboardQuery(coachId);
  return useOptimisticChange({
    send: (suggestions: HiddenSuggestion[]) => rpc.dashboard.hideSuggestions({ coachId, suggestions }),
    queryKey,
    show: withoutSuggestions,
    changedKeys: [queryKey],
  });
}

function withoutSuggestions(dashboard: CoachDashboard, changes: readonly HiddenSuggestion[]): CoachDashboard {
  const { suggestions } = dashboard;
  if (suggestions.state !== 'ready') return dashboard;
  const isHidden = ({ clientId, topic }: AiSuggestion) =>
    changes.some((change) => change.until !== null && change.clientId === clientId && change.topic === topic);
  return { ...dashboard, suggestions: { ...suggestions, data: suggestions.data.filter((one) => !isHidden(one)) } };
}
