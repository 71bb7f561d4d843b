import { Box, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import type { CalendarConnection, SentSessions } from '@stridewell/contract/integrations/integrations.calendars';
import {
  CALENDAR_PROBLEMS,
  CALENDAR_PROVIDERS,
  type CalendarProblem,
  type CalendarProvider,
  isCalendarProvider,
} from '@stridewell/contract/integrations/integrations.calendars.rules';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { agoInSentence, countLabel } from '../../lib/format.ts';
import { leaveFor } from '../../lib/leave-for.ts';
import { toast } from '../../lib/toasts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { late } from '../../ui/late.tsx';
import { Muted } from '../../ui/muted.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import rows from '../../ui/rows.module.css';
import { SectionCard } from '../../ui/section-card.tsx';
import {
  connectionsQuery,
  isLeavingFor,
  type SignInAnswer,
  useBeginSignIn,
  useDeleteConnection,
  useReadConnection,
} from './integrations.queries.ts';

const CaldavForm = late(async () => (await import('./caldav-form.tsx')).CaldavForm);
const FeedForm = late(async () => (await import('./feed-form.tsx')).FeedForm);
const ConnectionForm = late(async () => (await import('./connection-form.tsx')).ConnectionForm);
const SignInReturn = late(async () => (await import('./sign-in-return.tsx')).SignInReturn);

type Props = { coachId: string; timeZone: string };

/** Other calendars of the coach. Their events keep times from being booked. */
export function ConnectedCalendarsCard({ coachId, timeZone, answer }: Props & { answer: SignInAnswer | null }) {
  const query = useQuery(connectionsQuery(coachId));
  const [adding, setAdding] = useState<'feed' | 'caldav' | null>(null);
  return (
    <SectionCard title="Connected calendars">
      <Stack gap="md">
        <Text>
          Clients cannot book you while another of your calendars is busy. We store only the times of its events, not
          titles or guests. A connected account can show your sessions too.
        </Text>
        {answer && <SignInReturn coachId={coachId} answer={answer} />}
        <QueryBoundary query={query} failed="Your connected calendars could not be loaded" skeleton={120}>
          {({ connections, most, providers }) => (
            <>
              {connections.length > 0 && (
                <Box component="ul" m={0} p={0} className={rows.divided} style={{ listStyle: 'none' }}>
                  {connections.map((connection) => (
                    <Connection key={connection.id} coachId={coachId} timeZone={timeZone} connection={connection} />
                  ))}
                </Box>
              )}
              {connections.length < most ? (
                <Choices
                  coachId={coachId}
                  providers={providers}
                  isFirst={connections.length === 0}
                  onChoose={setAdding}
                />
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

type ChoicesProps = {
  coachId: string;
  /** Those that are set up here. */
  providers: readonly CalendarProvider[];
  isFirst: boolean;
  onChoose: (kind: 'feed' | 'caldav') => void;
};

/** The kinds of calendars to connect, the one that most coaches have first. */
function Choices({ coachId, providers, isFirst, onChoose }: ChoicesProps) {
  const begin = useBeginSignIn(coachId, null);
  const missing = Object.entries(CALENDAR_PROVIDERS).flatMap(([kind, name]) =>
    providers.some((provider) => provider === kind) ? [] : [name],
  );
  const leading = isFirst ? 'filled' : 'light';
  return (
    <Stack gap="sm">
      <ProblemAlert error={begin.error} fallback="The provider could not be reached. Please try again." />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {providers.map((provider, index) => (
          <Button
            key={provider}
            variant={index === 0 ? leading : 'default'}
            loading={isLeavingFor(begin, provider)}
            onClick={() => begin.mutate(provider, { onSuccess: ({ url }) => leaveFor(url) })}
          >
            Connect {CALENDAR_PROVIDERS[provider]}
          </Button>
        ))}
        <Button variant={providers.length === 0 ? leading : 'default'} onClick={() => onChoose('feed')}>
          Connect by address
        </Button>
        <Button variant="default" onClick={() => onChoose('caldav')}>
          Connect CalDAV account
        </Button>
      </SimpleGrid>
      {missing.length > 0 && (
        <Muted>
          Signing in with {missing.join(' or ')} is not set up here. Connect these calendars by address instead.
        </Muted>
      )}
    </Stack>
  );
}

/** Says when a calendar that failed is tried again. */
function nextAttempt(problem: CalendarProblem): string {
  if (problem === 'sign_in_again' || problem === 'sign_in_to_add') return '';
  return problem === 'rate_limited' ? ' We try again as soon as it allows.' : ' We try again every hour.';
}

type ConnectionProps = Props & { connection: CalendarConnection };

function Connection({ coachId, timeZone, connection }: ConnectionProps) {
  const { id, kind, name, host, readAt, failing, calendars, sessions } = connection;
  const read = useReadConnection(coachId, id);
  const lacksAccess = sessions?.failing?.problem === 'sign_in_to_add';
  const begin = useBeginSignIn(coachId, id, lacksAccess);
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
  const isRead = blocks || sessions !== null;
  const isLost = isCalendarProvider(kind) && failing?.problem === 'sign_in_again';
  return (
    <Box component="li" py="sm">
      <Stack gap="xs">
        <div>
          <Text component="h3" fw={600} m={0} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          <Muted style={{ overflowWrap: 'anywhere' }}>
            {host}
            {readAt && isRead && `, last read ${agoInSentence(readAt, timeZone)}`}
            {!blocks && ', does not block bookings'}
          </Muted>
          {sessions && <Muted style={{ overflowWrap: 'anywhere' }}>{sessionsText(connection, sessions)}</Muted>}
        </div>
        {failing && isRead && (
          <Notice tone="warning" title={`Not read since ${agoInSentence(failing.since, timeZone)}`}>
            {CALENDAR_PROBLEMS[failing.problem]} {blocks && 'Its busy times from before still block bookings.'}
            {nextAttempt(failing.problem)}
          </Notice>
        )}
        {sessions?.failing && !isLost && (
          <Notice
            tone="warning"
            title={`Sessions not updated since ${agoInSentence(sessions.failing.since, timeZone)}`}
          >
            {CALENDAR_PROBLEMS[sessions.failing.problem]}
            {nextAttempt(sessions.failing.problem)}
          </Notice>
        )}
        <ProblemAlert error={begin.error} fallback="The provider could not be reached. Please try again." />
        <ProblemAlert error={read.error} fallback="The calendar was not read. Please try again." />
        <Group gap="xs">
          {isCalendarProvider(kind) && (isLost || lacksAccess) && (
            <Button
              aria-label={`Sign in again for ${name}`}
              loading={isLeavingFor(begin, kind)}
              onClick={() => begin.mutate(kind, { onSuccess: ({ url }) => leaveFor(url) })}
            >
              Sign in again
            </Button>
          )}
          <Button variant="default" aria-label={`Settings of ${name}`} onClick={() => setAsked('settings')}>
            Settings
          </Button>
          {isRead && !isLost && (
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

/** Like "Your sessions are in Work (12)". */
function sessionsText({ calendars }: CalendarConnection, { calendarId, count, removing }: SentSessions): string {
  const calendar = calendars.find(({ id }) => id === calendarId)?.name;
  const added = calendar ? [`Your sessions are added to ${calendar} (${count} there)`] : [];
  const removed = removing > 0 ? [`${countLabel(removing, 'upcoming session')} still to be removed`] : [];
  return [...added, ...removed].join(', ') || 'Your sessions are being removed';
}

type DialogProps = { coachId: string; connection: CalendarConnection; opened: boolean; onClose: () => void };

function DisconnectDialog({ coachId, connection: { id, name, sessions }, ...dialog }: DialogProps) {
  const remove = useDeleteConnection(coachId, id);
  const disconnect = () =>
    remove.mutate(undefined, {
      onSuccess({ remaining }) {
        dialog.onClose();
        if (remaining === 0) toast.success('Calendar disconnected', name);
        else {
          const left = countLabel(remaining, 'upcoming session');
          toast.error('Disconnected, but sessions remain', `Delete ${left} in ${name} yourself. Its server did not.`);
        }
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
      {`Its busy times are deleted, so clients can book you at these times again.${sessions ? ' Your upcoming sessions are removed from it.' : ''}`}
    </ConfirmDialog>
  );
}
