import { Button, Group, Stack, Switch, Text } from '@mantine/core';
import type { CalendarFeed } from '@stridewell/contract/integrations/integrations';
import { IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { copyText } from '../../lib/copy-text.ts';
import { agoInSentence } from '../../lib/format.ts';
import { newId } from '../../lib/ids.ts';
import { toast } from '../../lib/toasts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Muted } from '../../ui/muted.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { calendarFeedQuery, useDeleteCalendarFeed, useSaveCalendarFeed } from './integrations.queries.ts';

const NOTHING_CHANGED = 'Nothing was changed. Please try again.';

/** The private address at which other calendars read the coach's sessions. */
export function CalendarFeedCard({ coachId, timeZone }: { coachId: string; timeZone: string }) {
  const query = useQuery(calendarFeedQuery(coachId));
  return (
    <SectionCard title="Calendar feed">
      <Stack gap="md">
        <Text>
          See your sessions in Google Calendar, Outlook or Apple Calendar. They show as “Session” with your client’s
          initials and the place, without notes. Changes you make there do not come back.
        </Text>
        <QueryBoundary query={query} failed="The calendar feed could not be loaded" skeleton={180}>
          {({ feed }) =>
            feed ? <Feed coachId={coachId} feed={feed} timeZone={timeZone} /> : <TurnOn coachId={coachId} />
          }
        </QueryBoundary>
      </Stack>
    </SectionCard>
  );
}

function TurnOn({ coachId }: { coachId: string }) {
  const save = useSaveCalendarFeed(coachId);
  const turnOn = () =>
    save.mutate({ id: newId(), showsNames: false }, { onSuccess: () => toast.success('Calendar feed turned on') });
  return (
    <>
      <ProblemAlert error={save.error} fallback={NOTHING_CHANGED} />
      <Group>
        <Button variant="light" loading={save.isPending} onClick={turnOn}>
          Turn on
        </Button>
      </Group>
    </>
  );
}

type FeedProps = { coachId: string; feed: CalendarFeed; timeZone: string };

function Feed({ coachId, feed, timeZone }: FeedProps) {
  const save = useSaveCalendarFeed(coachId);
  const [asked, setAsked] = useState<'replace' | 'turn-off' | null>(null);
  return (
    <>
      <div>
        <Text size="sm" fw={500} mb={4}>
          Address
        </Text>
        <Group gap="xs" align="flex-start">
          <Text ff="monospace" size="sm" flex="1 1 240px" style={{ overflowWrap: 'anywhere' }}>
            {feed.url}
          </Text>
          <Button
            variant="light"
            leftSection={<IconCopy size={18} stroke={1.75} aria-hidden />}
            onClick={() => copyText(feed.url, 'Address copied', 'Select the address and copy it.')}
          >
            Copy address
          </Button>
        </Group>
        <Muted mt={4}>
          In your calendar, choose “From URL” or “Subscribe”, and paste it. Anyone with the address can see your
          sessions.
        </Muted>
      </div>
      <Text>
        {feed.lastReadAt
          ? `A calendar last read it ${agoInSentence(feed.lastReadAt, timeZone)}.`
          : 'No calendar has read it yet.'}{' '}
        Google Calendar reads it only every 12 to 24 hours.
      </Text>
      <ProblemAlert error={save.error} fallback={NOTHING_CHANGED} />
      <Switch
        size="md"
        label="Show full names"
        description="Instead of initials. Everyone with access to your calendar can then read them."
        checked={feed.showsNames}
        // Not disabled while it is saved, which would take the focus away.
        onChange={({ currentTarget: { checked } }) =>
          !save.isPending && save.mutate({ id: feed.id, showsNames: checked })
        }
      />
      <Group>
        <Button variant="default" onClick={() => setAsked('replace')}>
          New address
        </Button>
        <Button variant="default" onClick={() => setAsked('turn-off')}>
          Turn off
        </Button>
      </Group>
      <ReplaceDialog coachId={coachId} feed={feed} opened={asked === 'replace'} onClose={() => setAsked(null)} />
      <TurnOffDialog coachId={coachId} opened={asked === 'turn-off'} onClose={() => setAsked(null)} />
    </>
  );
}

type DialogProps = { coachId: string; opened: boolean; onClose: () => void };

function ReplaceDialog({ coachId, feed, ...dialog }: DialogProps & { feed: CalendarFeed }) {
  const save = useSaveCalendarFeed(coachId);
  const replace = () =>
    save.mutate(
      { id: newId(), showsNames: feed.showsNames },
      {
        onSuccess() {
          dialog.onClose();
          toast.success('New address');
        },
      },
    );
  return (
    <ConfirmDialog
      {...dialog}
      title="Replace the address?"
      confirmLabel="Replace address"
      action={save}
      fallback={NOTHING_CHANGED}
      onConfirm={replace}
    >
      The old address stops working at once. Add the new one to each calendar that reads your sessions.
    </ConfirmDialog>
  );
}

function TurnOffDialog({ coachId, ...dialog }: DialogProps) {
  const remove = useDeleteCalendarFeed(coachId);
  const turnOff = () =>
    remove.mutate(undefined, {
      onSuccess() {
        dialog.onClose();
        toast.success('Calendar feed turned off');
      },
    });
  return (
    <ConfirmDialog
      {...dialog}
      title="Turn the calendar feed off?"
      confirmLabel="Turn off"
      action={remove}
      fallback={NOTHING_CHANGED}
      onConfirm={turnOff}
    >
      Calendars that read it no longer get your sessions. Turning it on again makes a new address.
    </ConfirmDialog>
  );
}
