import { Box, Button, Group, Stack, Text } from '@mantine/core';
import type { CalendarConnection } from '@stridewell/contract/integrations/integrations.calendars';
import { CALENDAR_PROBLEMS } from '@stridewell/contract/integrations/integrations.calendars.rules';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { agoInSentence, countLabel } from '../../lib/format.ts';
import { toast } from '../../lib/toasts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { late } from '../../ui/late.tsx';
import { Muted } from '../../ui/muted.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import rows from '../../ui/rows.module.css';
import { SectionCard } from '../../ui/section-card.tsx';
import { connectionsQuery, useDeleteConnection, useReadConnection } from './integrations.queries.ts';

const CaldavForm = late(async () => (await import('./caldav-form.tsx')).CaldavForm);
const FeedForm = late(async () => (await import('./feed-form.tsx')).FeedForm);
const ConnectionForm = late(async () => (await import('./connection-form.tsx')).ConnectionForm);

type Props = { coachId: string; timeZone: string };

/** Other calendars of the coach. Their events keep times from being booked. */
export function ConnectedCalendarsCard({ coachId, timeZone }: Props) {
  const query = useQuery(connectionsQuery(coachId));
  const [adding, setAdding] = useState<'feed' | 'caldav' | null>(null);
  return (
    <SectionCard title="Connected calendars">
      <Stack gap="md">
        <Text>
          Clients cannot book you while another of your calendars is busy. We store only the times of its events, not
          titles or guests.
        </Text>
        <QueryBoundary query={query} failed="Your connected calendars could not be loaded" skeleton={120}>
          {({ connections, most }) => (
            <>
              {connections.length > 0 && (
                <Box component="ul" m={0} p={0} className={rows.divided} style={{ listStyle: 'none' }}>
                  {connections.map((connection) => (
                    <Connection key={connection.id} coachId={coachId} timeZone={timeZone} connection={connection} />
                  ))}
                </Box>
              )}
              {connections.length < most ? (
                <Group>
                  <Button
                    variant={connections.length === 0 ? 'filled' : 'light'}
                    leftSection={<IconPlus size={18} aria-hidden />}
                    onClick={() => setAdding('feed')}
                  >
                    Connect calendar
                  </Button>
                  <Button variant="default" onClick={() => setAdding('caldav')}>
                    Connect CalDAV account
                  </Button>
                </Group>
              ) : (
                <Muted>Your plan includes {countLabel(most, 'connected calendar')}.</Muted>
              )}
            </>
          )}
        </QueryBoundary>
      </Stack>
      {adding === 'feed' && <FeedForm coachId={coachId} onClose={() => setAdding(null)} />}
      {adding === 'caldav' && <CaldavForm coachId={coachId} onClose={() => setAdding(null)} />}
    </SectionCard>
  );
}

type ConnectionProps = Props & { connection: CalendarConnection };

function Connection({ coachId, timeZone, connection }: ConnectionProps) {
  const { id, name, host, readAt, failing, calendars } = connection;
  const read = useReadConnection(coachId, id);
  const [asked, setAsked] = useState<'settings' | 'disconnect' | null>(null);
  const close = () => setAsked(null);
  const readNow = () =>
    read.mutate(undefined, {
      onSuccess: ({ connection: after }) =>
        after.failing
          ? toast.error('Not read', CALENDAR_PROBLEMS[after.failing.problem])
          : toast.success('Calendar read', name),
    });
  const blocks = calendars.some((calendar) => calendar.blocks);
  return (
    <Box component="li" py="sm">
      <Stack gap="xs">
        <div>
          <Text component="h3" fw={600} m={0} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          <Muted style={{ overflowWrap: 'anywhere' }}>
            {host}
            {readAt && blocks && `, last read ${agoInSentence(readAt, timeZone)}`}
            {!blocks && ', does not block bookings'}
          </Muted>
        </div>
        {failing && blocks && (
          <Notice tone="warning" title={`Not read since ${agoInSentence(failing.since, timeZone)}`}>
            {CALENDAR_PROBLEMS[failing.problem]} Its busy times from before still block bookings. We try again every
            hour.
          </Notice>
        )}
        <ProblemAlert error={read.error} fallback="The calendar was not read. Please try again." />
        <Group gap="xs">
          <Button variant="default" aria-label={`Settings of ${name}`} onClick={() => setAsked('settings')}>
            Settings
          </Button>
          {blocks && (
            <Button variant="default" aria-label={`Read ${name} now`} loading={read.isPending} onClick={readNow}>
              Read now
            </Button>
          )}
          <Button variant="default" aria-label={`Disconnect ${name}`} onClick={() => setAsked('disconnect')}>
            Disconnect
          </Button>
        </Group>
      </Stack>
      {asked === 'settings' && <ConnectionForm coachId={coachId} connection={connection} onClose={close} />}
      <DisconnectDialog coachId={coachId} connection={connection} opened={asked === 'disconnect'} onClose={close} />
    </Box>
  );
}

type DialogProps = { coachId: string; connection: CalendarConnection; opened: boolean; onClose: () => void };

function DisconnectDialog({ coachId, connection: { id, name }, ...dialog }: DialogProps) {
  const remove = useDeleteConnection(coachId, id);
  const disconnect = () =>
    remove.mutate(undefined, {
      onSuccess() {
        dialog.onClose();
        toast.success('Calendar disconnected', name);
      },
    });
  return (
    <ConfirmDialog
      {...dialog}
      title={`Disconnect ${name}?`}
      confirmLabel="Disconnect calendar"
      action={remove}
      fallback="The calendar is still connected. Please try again."
      onConfirm={disconnect}
    >
      Its busy times are deleted, so clients can book you at these times again.
    </ConfirmDialog>
  );
}
