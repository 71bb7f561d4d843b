import type {
  CalendarSession,
  CoachSession,
  NewSession,
  RepeatInput,
  SessionChange,
  SessionType,
} from '@stridewell/contract/calendar/calendar';
import type { Availability } from '@stridewell/contract/calendar/calendar.bookings.rules';
import type { ApplyTo } from '@stridewell/contract/calendar/calendar.rules';
import type { CalendarQuestion } from '@stridewell/contract/integrations/integrations.calendars';
import { IconCalendarEvent, IconCalendarOff, IconUserOff } from '@tabler/icons-react';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { refresh, useChange, useOptimisticChange } from '../../lib/changes.ts';
import { messageOf } from '../../lib/errors.ts';
import { orpc, rpc } from '../../lib/rpc.ts';
import { toast } from '../../lib/toasts.ts';
import type { StatusMenuProps } from '../../ui/status-menu.tsx';
import { STATUS_LABELS } from './calendar.wording.ts';

/** All screens besides the dashboard that show sessions or free times. */
const CALENDAR_KEYS = [orpc.calendar.key(), orpc.bookings.key(), orpc.clients.key(), orpc.onboarding.key()];
const SESSION_KEYS = [...CALENDAR_KEYS, orpc.dashboard.key()];

export type CalendarWindow = { from: string; to: string };
type Page = Awaited<ReturnType<typeof rpc.calendar.getCalendar>>;

export const calendarQuery = (coachId: string, window: CalendarWindow) =>
  queryOptions({
    ...orpc.calendar.getCalendar.queryOptions({ input: { coachId, ...window } }),
    staleTime: 15_000,
    refetchInterval: 60_000,
  });

/** The clients to choose from. One page holds as many clients as the largest plan. */
export const sessionClientsQuery = (coachId: string) =>
  queryOptions({
    ...orpc.clients.listClients.queryOptions({ input: { coachId, limit: 100 } }),
    staleTime: 60_000,
    select: ({ clients }) => clients.map(({ clientId, fullName }) => ({ value: clientId, label: fullName })),
  });

export const conflictsQuery = (input: Parameters<typeof rpc.calendar.listConflicts>[0]) =>
  queryOptions({ ...orpc.calendar.listConflicts.queryOptions({ input }), retry: false, staleTime: 5000 });

/** The series of a session from that session on. Null if the session does not repeat. */
export const seriesQuery = (coachId: string, id: string) =>
  queryOptions({
    ...orpc.calendar.getSeries.queryOptions({ input: { coachId, id } }),
    staleTime: 0,
    select: ({ series }) => series,
  });

/** Sessions that were moved or deleted in a connected calendar. */
export const questionsQuery = (coachId: string) =>
  queryOptions({
    ...orpc.calendarConnections.listQuestions.queryOptions({ input: { coachId } }),
    refetchInterval: 60_000,
  });

export const availabilityQuery = (coachId: string) =>
  queryOptions(orpc.bookings.getAvailability.queryOptions({ input: { coachId } }));

export const useCreateSession = (coachId: string) =>
  useChange(
    (session: Omit<NewSession, 'coachId'>) => rpc.calendar.createSession({ coachId, ...session }),
    SESSION_KEYS,
  );

type Edit = { session: CalendarSession; apply: ApplyTo };

/** Shows the change at once on every loaded page. */
const useSessionEdit = <Input extends Edit, Output>(
  send: (input: Input) => Promise<Output>,
  show: (session: CalendarSession, input: Input) => CalendarSession,
) =>
  useOptimisticChange({
    send,
    queryKey: orpc.calendar.getCalendar.key(),
    show: (page: Page, input) => ({
      ...page,
      sessions: page.sessions.map((one) => (one.id === input.session.id ? show(one, input) : one)),
    }),
    changedKeys: SESSION_KEYS,
  });

export const useUpdateSession = (coachId: string) =>
  useSessionEdit(
    ({ session: { id, version }, apply, change, repeat }: Edit & { change: SessionChange; repeat?: RepeatInput }) =>
      rpc.calendar.updateSession({ coachId, id, version, apply, change, ...(repeat && { repeat }) }),
    (session, { change: { startsAt, minutes } }) => ({
      ...session,
      sessionDate: startsAt ?? session.sessionDate,
      minutes: minutes ?? session.minutes,
    }),
  );

export const useCancelSession = (coachId: string) =>
  useSessionEdit(
    ({ session: { id, version }, apply, reason }: Edit & { reason: string }) =>
      rpc.calendar.cancelSession({ coachId, id, version, apply, reason }),
    (session, { reason }) => ({ ...session, cancelReason: reason }),
  );

/** Restores a canceled session, from a toast that may outlive its page. */
export function useRestoreSession(coachId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, version }: Pick<CalendarSession, 'id' | 'version'>) =>
      rpc.calendar.restoreSession({ coachId, id, version }),
    onSuccess: ({ clientName }) => toast.success('Undone', `The session with ${clientName} was restored.`),
    onError: (error) =>
      toast.error('Still canceled', messageOf(error, 'The session was not restored. Please try again.')),
    onSettled: () => refresh(client, SESSION_KEYS),
  });
}

type StatusChange = { session: CoachSession; status: CoachSession['status'] };

/**
 * Sets the status of a session. A failure is only logged, and the badge shows the server's status.
 * @param onSet shows the new status in a list that keeps the session until its next refresh
 */
export function useSetSessionStatus(coachId: string, onSet?: (session: CoachSession, change: StatusChange) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ session: { id }, status }: StatusChange) =>
      rpc.calendar.updateSessionStatus({ coachId, id, status }),
    // biome-ignore lint/suspicious/noConsole: the spec has this failure logged only.
    onError: (error) => console.warn('session status', error),
    ...(onSet && { onSuccess: onSet }),
    onSettled: () => refresh(client, onSet ? CALENDAR_KEYS : SESSION_KEYS),
  });
}

/** Downloads an iCalendar file with one session or all sessions of a window. */
export const useExportCalendar = (coachId: string) =>
  useMutation({
    mutationFn: (what: CalendarWindow & { id?: string }) => rpc.calendar.exportCalendar({ coachId, ...what }),
    onSuccess({ filename, content }) {
      const url = URL.createObjectURL(new Blob([content], { type: 'text/calendar' }));
      const link = document.createElement('a');
      link.href = url;
      link.download = filename;
      link.click();
      URL.revokeObjectURL(url);
    },
  });

export const useAnswerQuestion = (coachId: string) =>
  useChange(
    ({ sessionId, askedAt, version, answer }: CalendarQuestion & { answer: 'follow' | 'keep' }) =>
      rpc.calendarConnections.answerQuestion({ coachId, sessionId, askedAt, version, answer }),
    [...SESSION_KEYS, orpc.calendarConnections.key()],
  );

export const useSaveAvailability = (coachId: string) =>
  useChange((availability: Availability) => rpc.bookings.saveAvailability({ coachId, ...availability }), SESSION_KEYS);

export const useSaveSessionType = (coachId: string) =>
  useChange((type: SessionType) => rpc.calendar.saveSessionType({ coachId, ...type }), SESSION_KEYS);

export const useDeleteSessionType = (coachId: string) =>
  useChange((id: string) => rpc.calendar.deleteSessionType({ coachId, id }), SESSION_KEYS);

export type SessionStatus = CoachSession['status'];

const COLORS: Record<SessionStatus, string | null> = { scheduled: null, completed: 'pine', no_show: 'red' };

type Changes = { busy: boolean; onStatus: (status: SessionStatus) => void; onCancel: () => void };

/** The status of a session for `StatusMenu`: its badge completes or reopens it. */
export function statusMenuOf(
  { clientName, status }: Pick<CoachSession, 'clientName' | 'status'>,
  { busy, onStatus, onCancel }: Changes,
): StatusMenuProps {
  const missed =
    status === 'no_show'
      ? { label: 'Scheduled', icon: IconCalendarEvent, onClick: () => onStatus('scheduled') }
      : { label: 'No-show', icon: IconUserOff, onClick: () => onStatus('no_show') };
  return {
    label: clientName,
    status: STATUS_LABELS[status],
    color: COLORS[status],
    busy,
    onToggle: () => onStatus(status === 'completed' ? 'scheduled' : 'completed'),
    items: [missed, { label: 'Canceled', icon: IconCalendarOff, onClick: onCancel }],
  };
}
