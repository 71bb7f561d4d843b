import { Anchor, Box, Group, Text } from '@mantine/core';
import type { CoachSession } from '@stridewell/contract/calendar';
import type { CoachDashboard } from '@stridewell/contract/dashboard';
import { dayInZone, relativeDayLabel } from '@stridewell/contract/time';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Muted } from '../../components/muted.tsx';
import rows from '../../components/rows.module.css';
import { SectionCard } from '../../components/section-card.tsx';
import { StatusMenu } from '../../components/status-menu.tsx';
import { dayInSentence, timeOfDay } from '../../lib/format.ts';
import { toast } from '../../lib/toasts.ts';
import { type SessionStatus, statusMenuOf, useSetSessionStatus } from '../calendar/calendar.queries.ts';
import { CardState } from './card-state.tsx';
import { coachDashboardQuery, withSessionStatus } from './dashboard.queries.ts';

const TITLES: Record<SessionStatus, string> = {
  scheduled: 'Session scheduled again',
  completed: 'Session completed',
  no_show: 'Marked as a no-show',
};

type SessionsCardProps = {
  coachId: string;
  dashboard: CoachDashboard;
  onRetry: () => void;
  /** The calendar's dialog, which asks for the reason. */
  cancelDialog: (props: { coachId: string; session: CoachSession; onClose: () => void }) => ReactNode;
};

export function SessionsCard({ coachId, dashboard, onRetry, cancelDialog }: SessionsCardProps) {
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
  const { today, timeZone, upcoming } = dashboard;
  const dayOf = ({ sessionDate }: CoachSession) => dayInZone(new Date(sessionDate), timeZone);
  const set = (session: CoachSession, status: SessionStatus) => {
    const isAhead = status !== 'scheduled' && Date.parse(session.sessionDate) > Date.now();
    if (isAhead) setEarly({ session, status });
    else change.mutate({ session, status });
  };
  return (
    <SectionCard title="Upcoming Sessions">
      <CardState card={upcoming} onRetry={onRetry}>
        {({ sessions }) =>
          sessions.length === 0 ? (
            <Text c="dimmed">No upcoming sessions</Text>
          ) : (
            <ul className={rows.divided}>
              {sessions.map((session) => {
                const busy = change.isPending && change.variables.session.id === session.id;
                return (
                  <Group key={session.id} component="li" gap="sm" wrap="nowrap" py={10}>
                    <Box flex={1} miw={0}>
                      <SessionClient coachId={coachId} session={session} />
                      <Muted truncate>
                        {relativeDayLabel(dayOf(session), today)}, {timeOfDay(session.sessionDate, timeZone)},{' '}
                        {session.sessionType}
                      </Muted>
                    </Box>
                    <StatusMenu
                      {...statusMenuOf(session, {
                        busy,
                        onStatus: (status) => set(session, status),
                        onCancel: () => setCancelling(session),
                      })}
                    />
                  </Group>
                );
              })}
            </ul>
          )
        }
      </CardState>
      <ConfirmDialog
        opened={early !== null}
        title={early?.status === 'no_show' ? 'Mark it as a no-show early?' : 'Complete this session early?'}
        confirmLabel={early?.status === 'no_show' ? 'Mark as no-show' : 'Complete session'}
        cancelLabel="Not yet"
        danger={false}
        action={change}
        fallback="The session is still scheduled. Please try again."
        onConfirm={() => early && change.mutate(early, { onSuccess: () => setEarly(null) })}
        onClose={() => setEarly(null)}
      >
        {early &&
          `The session with ${early.session.clientName} starts ${dayInSentence(dayOf(early.session), today)} at ${timeOfDay(early.session.sessionDate, timeZone)}, so it has not taken place yet.`}
      </ConfirmDialog>
      {cancelling && cancelDialog({ coachId, session: cancelling, onClose: () => setCancelling(null) })}
    </SectionCard>
  );
}

/** The name leads to the client, if the session is with one. */
function SessionClient({ coachId, session: { clientId, clientName } }: { coachId: string; session: CoachSession }) {
  if (!clientId) {
    return (
      <Text fw={600} truncate>
        {clientName}
      </Text>
    );
  }
  return (
    <Anchor component={Link} to={`/coach/${coachId}/client/${clientId}`} fw={600} display="block" truncate>
      {clientName}
    </Anchor>
  );
}
