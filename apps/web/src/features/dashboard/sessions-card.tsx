import { Badge, Stack, Text, UnstyledButton } from '@mantine/core';
import type { CoachDashboard } from '@stridewell/contract/dashboard';
import { dayInZone, relativeDayLabel } from '@stridewell/contract/time';
import { Muted } from '../../components/muted.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { timeOfDay } from '../../lib/format.ts';
import { CardState } from './card-state.tsx';
import classes from './dashboard.module.css';
import { useToggleSession } from './dashboard.queries.ts';

type SessionsCardProps = { coachId: string; dashboard: CoachDashboard; onRetry: () => void };

export function SessionsCard({ coachId, dashboard, onRetry }: SessionsCardProps) {
  const toggle = useToggleSession(coachId);
  const { today, timeZone, upcoming } = dashboard;
  return (
    <SectionCard title="Upcoming Sessions">
      <CardState card={upcoming} onRetry={onRetry}>
        {({ sessions }) =>
          sessions.length === 0 ? (
            <Text c="dimmed">No upcoming sessions</Text>
          ) : (
            <Stack gap={0} component="ul" className={classes.rows}>
              {sessions.map((session) => {
                const busy = toggle.isPending && toggle.variables.id === session.id;
                return (
                  <li key={session.id} className={classes.row}>
                    <div className={classes.body}>
                      <Text fw={600} truncate>
                        {session.clientName}
                      </Text>
                      <Muted truncate>
                        {relativeDayLabel(dayInZone(new Date(session.sessionDate), timeZone), today)},{' '}
                        {timeOfDay(session.sessionDate, timeZone)}, {session.sessionType}
                      </Muted>
                    </div>
                    <UnstyledButton
                      disabled={busy}
                      aria-label={`${session.clientName}: ${session.status}. Change status`}
                      onClick={() => toggle.mutate(session)}
                    >
                      <Badge color={session.status === 'completed' ? 'gray' : 'pine'}>
                        {busy ? '...' : session.status}
                      </Badge>
                    </UnstyledButton>
                  </li>
                );
              })}
            </Stack>
          )
        }
      </CardState>
    </SectionCard>
  );
}
