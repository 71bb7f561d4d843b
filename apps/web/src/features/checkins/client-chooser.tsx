import { Alert, Avatar, Badge, Button, Card, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { CheckInStatus } from '@stridewell/contract/checkins.rules';
import { initialsOf } from '@stridewell/contract/identity.rules';
import { relativeDayLabel } from '@stridewell/contract/time';
import { IconAlertCircle, IconChevronRight, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf } from '../../lib/errors.ts';
import { dueClientsQuery } from './checkins.queries.ts';
import classes from './client-chooser.module.css';

const TYPING_MS = 250;

/** Whose check-in is it: those who are due come first. */
export function ClientChooser({ coachId, today }: { coachId: string; today: string }) {
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), TYPING_MS);
  const { data, error, isPending, refetch } = useQuery(dueClientsQuery(coachId, q));
  return (
    <Stack gap="md">
      <TextInput
        type="search"
        aria-label="Search by name"
        placeholder="Search by name"
        maxLength={120}
        leftSection={<IconSearch size={18} stroke={1.75} />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {error && (
        <Alert color="red" role="alert" icon={<IconAlertCircle size={18} />} title="The list could not be loaded">
          <Stack gap="sm" align="flex-start">
            {messageOf(error, 'Check your connection and try again.')}
            <Button variant="default" size="xs" onClick={() => void refetch()}>
              Try again
            </Button>
          </Stack>
        </Alert>
      )}
      {isPending && <Skeleton h={240} />}
      {data && data.clients.length > 0 && (
        <Card padding={0} component="ul" className={classes.list}>
          {data.clients.map(({ clientId, fullName, status }) => (
            <li key={clientId}>
              <Link
                to="/coach/$coachId/client/$clientId/check-in"
                params={{ coachId, clientId }}
                className={classes.row}
              >
                <Avatar size={36} aria-hidden>
                  {initialsOf(fullName)}
                </Avatar>
                <Text fw={600} className={classes.name}>
                  {fullName}
                </Text>
                <DueBadge status={status} today={today} />
                <IconChevronRight size={18} stroke={1.75} aria-hidden />
              </Link>
            </li>
          ))}
        </Card>
      )}
      {data?.clients.length === 0 && (
        <Card padding="xl" role="status">
          <Text fw={600}>{q ? `Nobody found for “${q}”` : 'No clients to check in yet'}</Text>
          <Text c="dimmed">
            {q ? 'Only current clients are searched.' : 'They are here once they have accepted your invitation.'}
          </Text>
        </Card>
      )}
    </Stack>
  );
}

function DueBadge({ status, today }: { status: CheckInStatus | null; today: string }) {
  if (!status) return null;
  const { state, dueDay, nextDay } = status;
  if (state === 'overdue') return <Badge color="red">Overdue since {relativeDayLabel(dueDay, today)}</Badge>;
  if (state === 'due') return <Badge color="yellow">Due today</Badge>;
  if (state === 'paused') return <Badge color="gray">Paused</Badge>;
  return <Badge color="gray">{nextDay ? `Next ${relativeDayLabel(nextDay, today)}` : 'Done'}</Badge>;
}
