import { Badge, UnstyledButton } from '@mantine/core';
import type { CoachSession } from '@stridewell/contract/calendar';
import type { CoachDashboard } from '@stridewell/contract/dashboard';
import { dayInZone } from '@stridewell/contract/time';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { dayInSentence, timeOfDay } from '../../lib/format.ts';
import { toast } from '../../lib/toasts.ts';
import { useToggleSessionStatus } from '../calendar/calendar.queries.ts';
import { coachDashboardQuery, withSessionStatus } from './dashboard.queries.ts';

/** The status of sessions as buttons that change it, and the dialog that asks before one is completed early. */
export function useSessionStatus(coachId: string, { today, timeZone }: CoachDashboard) {
  const client = useQueryClient();
  const { queryKey } = coachDashboardQuery(coachId);
  const toggle = useToggleSessionStatus(coachId, (session) => {
    client.setQueryData(queryKey, (before) => before && withSessionStatus(before, session));
    const title = session.status === 'completed' ? 'Session completed' : 'Session scheduled again';
    toast.success(title, session.clientName, { label: 'Undo', run: () => toggle.mutate(session) });
  });
  const [early, setEarly] = useState<CoachSession | null>(null);
  const change = (session: CoachSession) => {
    const isAhead = session.status !== 'completed' && Date.parse(session.sessionDate) > Date.now();
    if (isAhead) setEarly(session);
    else toggle.mutate(session);
  };
  const buttonOf = (session: CoachSession): ReactNode => {
    const busy = toggle.isPending && toggle.variables.id === session.id;
    return (
      <UnstyledButton
        disabled={busy}
        aria-label={`${session.clientName}: ${session.status}. Change status`}
        onClick={() => change(session)}
      >
        <Badge color={session.status === 'completed' ? 'gray' : 'pine'}>{busy ? '...' : session.status}</Badge>
      </UnstyledButton>
    );
  };
  const dialog = (
    <ConfirmDialog
      opened={early !== null}
      title="Complete this session early?"
      confirmLabel="Complete session"
      cancelLabel="Not yet"
      danger={false}
      action={toggle}
      fallback="The session is still scheduled. Please try again."
      onConfirm={() => early && toggle.mutate(early, { onSuccess: () => setEarly(null) })}
      onClose={() => setEarly(null)}
    >
      {early &&
        `The session with ${early.clientName} starts ${dayInSentence(dayInZone(new Date(early.sessionDate), timeZone), today)} at ${timeOfDay(early.sessionDate, timeZone)}, so it has not taken place yet.`}
    </ConfirmDialog>
  );
  return { buttonOf, dialog };
}
