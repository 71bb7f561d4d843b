import type { CoachSession } from '@stridewell/contract/calendar/calendar';
import type { CoachDashboard } from '@stridewell/contract/dashboard/dashboard';
import { dayInZone } from '@stridewell/contract/time';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { onDayInSentence, timeOfDay } from '../../lib/format.ts';
import { toast } from '../../lib/toasts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { StatusMenu } from '../../ui/status-menu.tsx';
import { type SessionStatus, statusMenuOf, useSetSessionStatus } from '../calendar/calendar.queries.ts';
import { coachDashboardQuery, withSessionStatus } from './dashboard.queries.ts';

const TITLES: Record<SessionStatus, string> = {
  scheduled: 'Session scheduled again',
  completed: 'Session completed',
  no_show: 'Marked as a no-show',
};

/** The calendar's dialog, which asks for the reason of a cancellation. */
export type CancelDialog = (props: { coachId: string; session: CoachSession; onClose: () => void }) => ReactNode;

/** The status of sessions as menus that change it, and the dialogs that ask first. */
export function useSessionStatus(coachId: string, { today, timeZone }: CoachDashboard, cancelDialog: CancelDialog) {
  const client = useQueryClient();
  const { queryKey } = coachDashboardQuery(coachId);
  const change = useSetSessionStatus(coachId, (session, { session: before }) => {
    client.setQueryData(queryKey, (loaded) => loaded && withSessionStatus(loaded, session));
    toast.success(TITLES[session.status], session.clientName, {
      label: 'Undo',
      run: () => change.mutate({ session, status: before.status }),
    });
  });
  const [early, setEarly] = useState<{ session: CoachSession; status: SessionStatus } | null>(null);
  const [cancelling, setCancelling] = useState<CoachSession | null>(null);
  const set = (session: CoachSession, status: SessionStatus) => {
    const isAhead = status !== 'scheduled' && Date.parse(session.sessionDate) > Date.now();
    if (isAhead) setEarly({ session, status });
    else change.mutate({ session, status });
  };
  const menuOf = (session: CoachSession): ReactNode => (
    <StatusMenu
      quiet
      {...statusMenuOf(session, {
        busy: change.isPending && change.variables.session.id === session.id,
        onStatus: (status) => set(session, status),
        onCancel: () => setCancelling(session),
      })}
    />
  );
  const isNoShow = early?.status === 'no_show';
  const dialogs = (
    <>
      <ConfirmDialog
        opened={early !== null}
        title={isNoShow ? 'Mark it as a no-show early?' : 'Complete this session early?'}
        confirmLabel={isNoShow ? 'Mark as no-show' : 'Complete session'}
        cancelLabel="Not yet"
        danger={false}
        action={change}
        fallback="The session is still scheduled. Please try again."
        onConfirm={() => early && change.mutate(early, { onSuccess: () => setEarly(null) })}
        onClose={() => setEarly(null)}
      >
        {early &&
          `The session with ${early.session.clientName} starts ${onDayInSentence(dayInZone(new Date(early.session.sessionDate), timeZone), today)} at ${timeOfDay(early.session.sessionDate, timeZone)}, so it has not taken place yet.`}
      </ConfirmDialog>
      {cancelling && cancelDialog({ coachId, session: cancelling, onClose: () => setCancelling(null) })}
    </>
  );
  return { menuOf, dialogs };
}
