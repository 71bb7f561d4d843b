import { Badge, Box, Group, Text, UnstyledButton } from '@mantine/core';
import type { CoachDashboard } from '@stridewell/contract/dashboard';
import { dayInZone, relativeDayLabel } from '@stridewell/contract/time';
import { Muted } from '../../components/muted.tsx';
import rows from '../../components/rows.module.css';
import { SectionCard } from '../../components/section-card.tsx';
import { timeOfDay } from '../../lib/format.ts';
import { useToggleSessionStatus } from '../calendar/calendar.queries.ts';
import { CardState } from './card-state.tsx';

type SessionsCardProps = { coachId: string; dashboard: CoachDashboard; onRetry: () => void };

export function SessionsCard({ coachId, dashboard, onRetry }: SessionsCardProps) {
  const toggle = useToggleSessionStatus(coachId);
  const { today, timeZone, upcoming } = dashboard;
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
                      <Text fw={600} truncate>
                        {session.clientName}
                      </Text>
                      <Muted truncate>
                        {relativeDayLabel(dayInZone(new Date(session.sessionDate), timeZone), today)},{' '}
                        {timeOfDay(session.sessionDate, timeZone)}, {session.sessionType}
                      </Muted>
                    </Box>
                    <UnstyledButton
                      disabled={busy}
                      aria-label={`${session.clientName}: ${session.status}. Change status`}
                      onClick={() => toggle.mutate(session)}
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
    </SectionCard>
  );
}
