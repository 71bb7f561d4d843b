import { Anchor, Box, Group, Text } from '@mantine/core';
import type { CoachSession } from '@stridewell/contract/calendar/calendar';
import type { CoachDashboard } from '@stridewell/contract/dashboard/dashboard';
import { dayInZone, relativeDayLabel } from '@stridewell/contract/time';
import { Link } from '@tanstack/react-router';
import { timeOfDay } from '../../lib/format.ts';
import { Muted } from '../../ui/muted.tsx';
import rows from '../../ui/rows.module.css';
import { CardState } from './card-state.tsx';
import { FoldCard } from './fold.tsx';
import { type CancelDialog, useSessionStatus } from './session-status.tsx';

type SessionsCardProps = {
  coachId: string;
  dashboard: CoachDashboard;
  onRetry: () => void;
  cancelDialog: CancelDialog;
};

/** The next sessions. Those of today have their menus on the agenda. */
export function SessionsCard({ coachId, dashboard, onRetry, cancelDialog }: SessionsCardProps) {
  const { today, timeZone, upcoming } = dashboard;
  const status = useSessionStatus(coachId, dashboard, cancelDialog);
  const count = upcoming.state === 'ready' ? upcoming.data.sessions.length : 0;
  return (
    <FoldCard title="Upcoming Sessions" summary={count > 0 ? String(count) : undefined}>
      <CardState card={upcoming} onRetry={onRetry}>
        {({ sessions }) =>
          sessions.length === 0 ? (
            <Text c="dimmed">No upcoming sessions</Text>
          ) : (
            <ul className={rows.divided}>
              {sessions.map((session) => {
                const day = dayInZone(new Date(session.sessionDate), timeZone);
                return (
                  <Group key={session.id} component="li" gap="sm" wrap="nowrap" py={10}>
                    <Box flex={1} miw={0}>
                      <SessionClient coachId={coachId} session={session} />
                      <Muted truncate>
                        {relativeDayLabel(day, today)}, {timeOfDay(session.sessionDate, timeZone)},{' '}
                        {session.sessionType}
                      </Muted>
                    </Box>
                    {day !== today && status.menuOf(session)}
                  </Group>
                );
              })}
            </ul>
          )
        }
      </CardState>
      {status.dialogs}
    </FoldCard>
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
