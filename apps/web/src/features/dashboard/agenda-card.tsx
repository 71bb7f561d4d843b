import { Badge, Button, Stack, Text } from '@mantine/core';
import type { CoachDashboard } from '@stridewell/contract/dashboard';
import { IconCheck, IconUserQuestion } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { IconButton } from '../../components/icon-button.tsx';
import { Muted } from '../../components/muted.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { timeOfDay } from '../../lib/format.ts';
import { CardState } from './card-state.tsx';
import classes from './dashboard.module.css';
import { useDismissFollowUp } from './dashboard.queries.ts';

type AgendaCardProps = { coachId: string; dashboard: CoachDashboard; onRetry: () => void };

export function AgendaCard({ coachId, dashboard, onRetry }: AgendaCardProps) {
  const dismiss = useDismissFollowUp(coachId);
  const { agenda, timeZone } = dashboard;
  const tasks = agenda.state === 'ready' ? agenda.data.taskCount : 0;
  return (
    <SectionCard title="Today's Agenda" aside={tasks > 0 && <Badge>{tasks === 1 ? '1 task' : `${tasks} tasks`}</Badge>}>
      <CardState card={agenda} onRetry={onRetry}>
        {({ sessions, followUps }) =>
          sessions.length + followUps.length === 0 ? (
            <Text c="dimmed">All caught up! No scheduled items for today</Text>
          ) : (
            <Stack gap={0} component="ul" className={classes.rows}>
              {sessions.map(({ id, clientName, sessionDate, sessionType, location, status }) => (
                <li key={id} className={classes.row}>
                  <Text className={classes.time} size="sm" c={status === 'completed' ? 'dimmed' : 'inherit'}>
                    {timeOfDay(sessionDate, timeZone)}
                  </Text>
                  <div className={classes.body}>
                    <Text fw={600} truncate td={status === 'completed' ? 'line-through' : 'none'}>
                      {clientName}
                    </Text>
                    <Muted truncate>{[sessionType, location].filter(Boolean).join(', ')}</Muted>
                  </div>
                </li>
              ))}
              {followUps.map(({ clientId, clientName, missed }) => (
                <li key={clientId} className={classes.row}>
                  <IconUserQuestion className={classes.time} size={20} stroke={1.75} aria-hidden />
                  <div className={classes.body}>
                    <Button
                      component={Link}
                      to={`/coach/${coachId}/client/${clientId}`}
                      variant="transparent"
                      className={classes.nameLink}
                    >
                      {clientName}
                    </Button>
                    <Muted>
                      {missed > 0
                        ? `Missed ${missed === 1 ? 'a check-in' : `${missed} check-ins`}`
                        : 'Check-in overdue'}
                    </Muted>
                  </div>
                  <IconButton
                    label={`Done with ${clientName}`}
                    icon={IconCheck}
                    onClick={() => dismiss.mutate(clientId)}
                  />
                </li>
              ))}
            </Stack>
          )
        }
      </CardState>
    </SectionCard>
  );
}

const ACTIONS = [
  { label: 'Add New Client', page: 'client-onboarding' },
  { label: 'Create Workout Plan', page: 'ai-planner' },
  { label: 'Log Check-In', page: 'check-in' },
  { label: 'Send Group Message', page: 'notifications' },
] as const;

export function QuickActionsCard({ coachId }: { coachId: string }) {
  return (
    <SectionCard title="Quick Actions">
      <div className={classes.actions}>
        {ACTIONS.map(({ label, page }) => (
          <Button key={page} component={Link} to={`/${coachId}/${page}`} variant="light" px="sm">
            {label}
          </Button>
        ))}
      </div>
    </SectionCard>
  );
}
