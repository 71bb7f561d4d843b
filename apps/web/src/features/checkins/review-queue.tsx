import { Avatar, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { initialsOf } from '@stridewell/contract/identity.rules';
import { relativeDayLabel } from '@stridewell/contract/time';
import { IconCheck, IconChevronRight } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { unreviewedQuery } from './checkins.queries.ts';
import classes from './client-chooser.module.css';

/** Check-ins to read, the one that has waited longest first. */
export function ReviewQueue({ coachId, today }: { coachId: string; today: string }) {
  const { data } = useSuspenseQuery(unreviewedQuery(coachId));
  const [first] = data.checkIns;
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Stack gap={2}>
          <Title order={1}>Check-ins to review</Title>
          <Text size="sm" c="dimmed">
            {data.total === 0 ? 'Everything is read' : `${data.total} waiting`}
            {data.medianHours !== null && `. You usually reply within ${hoursText(data.medianHours)}`}
          </Text>
        </Stack>
        <Group gap="xs">
          <Button component={Link} to={`/coach/${coachId}/check-in-templates`} variant="default">
            Forms
          </Button>
          {first && (
            <Button component={Link} to={`/coach/${coachId}/check-ins/${first.id}`}>
              Start reviewing
            </Button>
          )}
        </Group>
      </Group>
      {first ? (
        <Card padding={0} component="ul" className={classes.list}>
          {data.checkIns.map(({ id, clientName, day }) => (
            <li key={id}>
              <Link
                to="/coach/$coachId/check-ins/$checkInId"
                params={{ coachId, checkInId: id }}
                className={classes.row}
              >
                <Avatar size={36} aria-hidden>
                  {initialsOf(clientName)}
                </Avatar>
                <Text fw={600} className={classes.name}>
                  {clientName}
                </Text>
                <Text size="sm" c="dimmed">
                  {relativeDayLabel(day, today)}
                </Text>
                <IconChevronRight size={18} stroke={1.75} aria-hidden />
              </Link>
            </li>
          ))}
        </Card>
      ) : (
        <Card padding="xl">
          <Stack align="flex-start" gap="sm" maw={480}>
            <IconCheck size={28} stroke={1.75} aria-hidden />
            <Title order={2}>Everything is read</Title>
            <Text c="dimmed">The next check-in that a client sends will be here, the oldest first.</Text>
            <Button component={Link} to={`/coach/${coachId}/check-in`} variant="light">
              Log a check-in
            </Button>
          </Stack>
        </Card>
      )}
      {data.total > data.checkIns.length && (
        <Text size="sm" c="dimmed">
          The oldest {data.checkIns.length} are shown.
        </Text>
      )}
    </Stack>
  );
}

function hoursText(hours: number): string {
  if (hours < 1) return 'an hour';
  if (hours < 36) return `${Math.round(hours)} ${Math.round(hours) === 1 ? 'hour' : 'hours'}`;
  return `${Math.round(hours / 24)} days`;
}

/** The way to the queue, with how many wait. */
export function ReviewLink({ coachId }: { coachId: string }) {
  const { data } = useQuery(unreviewedQuery(coachId));
  return (
    <Button component={Link} to={`/coach/${coachId}/check-ins`} variant="default">
      {data && data.total > 0 ? `Review check-ins (${data.total})` : 'Check-ins'}
    </Button>
  );
}
