import { Anchor, Badge, Box, Button, Group, SimpleGrid, Text } from '@mantine/core';
import type { CoachDashboard } from '@stridewell/contract/dashboard';
import { IconCheck, IconUserQuestion } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { IconButton } from '../../components/icon-button.tsx';
import { Muted } from '../../components/muted.tsx';
import rows from '../../components/rows.module.css';
import { SectionCard } from '../../components/section-card.tsx';
import { timeOfDay } from '../../lib/format.ts';
import { isPlanned } from '../../lib/planned-pages.ts';
import { CardState } from './card-state.tsx';
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
            <ul className={rows.divided}>
              {sessions.map(({ id, clientName, sessionDate, sessionType, location, status }) => (
                <Group key={id} component="li" gap="sm" wrap="nowrap" py={10}>
                  <Text
                    w={{ base: 60, sm: 68 }}
                    flex="none"
                    size="sm"
                    c={status === 'completed' ? 'dimmed' : 'inherit'}
                  >
                    {timeOfDay(sessionDate, timeZone)}
                  </Text>
                  <Box flex={1} miw={0}>
                    <Text fw={600} truncate td={status === 'completed' ? 'line-through' : 'none'}>
                      {clientName}
                    </Text>
                    <Muted truncate>{[sessionType, location].filter(Boolean).join(', ')}</Muted>
                  </Box>
                </Group>
              ))}
              {followUps.map(({ clientId, clientName, missed }) => (
                <Group key={clientId} component="li" gap="sm" wrap="nowrap" py={10}>
                  <Box w={{ base: 60, sm: 68 }} flex="none">
                    <IconUserQuestion size={20} stroke={1.75} aria-hidden />
                  </Box>
                  <Box flex={1} miw={0}>
                    <Anchor
                      component={Link}
                      to={`/coach/${coachId}/client/${clientId}`}
                      fw={600}
                      display="inline-block"
                      py={{ base: 9, sm: 0 }}
                      my={{ base: -9, sm: 0 }}
                    >
                      {clientName}
                    </Anchor>
                    <Muted>
                      {missed > 0
                        ? `Missed ${missed === 1 ? 'a check-in' : `${missed} check-ins`}`
                        : 'Check-in overdue'}
                    </Muted>
                  </Box>
                  <IconButton
                    label={`Done with ${clientName}`}
                    icon={IconCheck}
                    onClick={() => dismiss.mutate(clientId)}
                  />
                </Group>
              ))}
            </ul>
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
      <SimpleGrid minColWidth="150px" autoFlow="auto-fit" spacing={10}>
        {ACTIONS.filter(({ page }) => !isPlanned(`/coach/${coachId}/${page}`)).map(({ label, page }) => (
          <Button key={page} component={Link} to={`/${coachId}/${page}`} variant="light" px="sm">
            {label}
          </Button>
        ))}
      </SimpleGrid>
    </SectionCard>
  );
}
