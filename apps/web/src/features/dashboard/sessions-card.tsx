import { Anchor, Badge, Box, Group, Text, UnstyledButton } from '@mantine/core';
import type { CoachSession } from '@stridewell/contract/calendar';
import type { CoachDashboard } from '@stridewell/contract/dashboard';
import { dayInZone, relativeDayLabel } from '@stridewell/contract/time';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Muted } from '../../components/muted.tsx';
import rows from '../../components/rows.module.css';
import { SectionCard } from '../../components/section-card.tsx';
import { dayInSentence, timeOfDay } from '../../lib/format.ts';
import { toast } from '../../lib/toasts.ts';
import { useToggleSessionStatus } from '../calendar/calendar.queries.ts';
import { CardState } from './card-state.tsx';
import { coachDashboardQuery, withSessionStatus } from './dashboard.queries.ts';

type SessionsCardProps = { coachId: string; dashboard: CoachDashboard; onRetry: () => void };

export function SessionsCard({ coachId, dashboard, onRetry }: SessionsCardProps) {
  const client = useQueryClient();
  const { queryKey } = coachDashboardQuery(coachId);
  const toggle = useToggleSessionStatus(coachId, (session) => {
    client.setQueryData(queryKey, (before) => before && withSessionStatus(before, session));
    const title = session.status === 'completed' ? 'Session completed' : 'Session scheduled again';
    toast.success(title, session.clientName, { label: 'Undo', run: () => toggle.mutate(session) });
  });
  const [early, setEarly] = useState<CoachSession | null>(null);
  const { today, timeZone, upcoming } = dashboard;
  const dayOf = ({ sessionDate }: CoachSession) => dayInZone(new Date(sessionDate), timeZone);
  const change = (session: CoachSession) => {
    const isAhead = session.status !== 'completed' && Date.parse(session.sessionDate) > Date.now();
    if (isAhead) setEarly(session);
    else toggle.mutate(session);
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
                const busy = toggle.isPending && toggle.variables.id === session.id;
                return (
                  <Group key={session.id} component="li" gap="sm" wrap="nowrap" py={10}>
                    <Box flex={1} miw={0}>
                      <SessionClient coachId={coachId} session={session} />
                      <Muted truncate>
                        {relativeDayLabel(dayOf(session), today)}, {timeOfDay(session.sessionDate, timeZone)},{' '}
                        {session.sessionType}
                      </Muted>
                    </Box>
                    <UnstyledButton
                      disabled={busy}
                      aria-label={`${session.clientName}: ${session.status}. Change status`}
                      onClick={() => change(session)}
                    >
                      <Badge color={session.status === 'completed' ? 'gray' : 'pine'}>
                        {busy ? '...' : session.status}
                      </Badge>
                    </UnstyledButton>
                  </Group>
                );
              })}
            </ul>
          )
        }
      </CardState>
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
          `The session with ${early.clientName} starts ${dayInSentence(dayOf(early), today)} at ${timeOfDay(early.sessionDate, timeZone)}, so it has not taken place yet.`}
      </ConfirmDialog>
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
