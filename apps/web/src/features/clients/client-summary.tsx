import { Anchor, Badge, Stack, Text } from '@mantine/core';
import type { ClientDetail } from '@stridewell/contract/clients/clients';
import { FIGURES } from '@stridewell/contract/clients/clients.figures.rules';
import type { ClientOverview } from '@stridewell/contract/clients/clients.overview.rules';
import { unreadLabel } from '@stridewell/contract/messages/messages.rules';
import { dayInZone, relativeDayLabel } from '@stridewell/contract/time';
import { workoutPercent } from '@stridewell/contract/workouts/workouts.adherence.rules';
import { Link } from '@tanstack/react-router';
import { dayInSentence, timeAgo, timeOfDay } from '../../lib/format.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { workoutCountText } from '../../shared/figure-text.ts';
import { Muted } from '../../ui/muted.tsx';
import rows from '../../ui/rows.module.css';
import { SectionCard } from '../../ui/section-card.tsx';
import { TabLink } from './tab-link.tsx';

type NextSessionProps = { coachId: string; client: ClientDetail; today: string; timeZone: string };

/** The next session with a client. */
export function NextSession({ coachId, client, today, timeZone }: NextSessionProps) {
  const { nextSession } = client;
  const calendar = (
    <Anchor component={Link} to={`/coach/${coachId}/calendar`} size="sm">
      Calendar
    </Anchor>
  );
  return (
    <SectionCard title="Next session" aside={calendar}>
      {nextSession ? (
        <>
          <Text fw={550}>
            {relativeDayLabel(dayInZone(new Date(nextSession.sessionDate), timeZone), today)},{' '}
            {timeOfDay(nextSession.sessionDate, timeZone)}
          </Text>
          <Muted>{nextSession.sessionType}</Muted>
        </>
      ) : (
        <Text c="dimmed">No session scheduled.</Text>
      )}
    </SectionCard>
  );
}

/** How many of the due workouts a client has done. */
export function WorkoutSummary({ workouts }: Pick<ClientDetail, 'workouts'>) {
  const percent = workoutPercent(workouts);
  if (percent === null) return null;
  return (
    <SectionCard
      title={FIGURES.workouts}
      aside={
        <TabLink tab="training" size="sm">
          Training
        </TabLink>
      }
    >
      <Text fw={550}>{percent}%</Text>
      <Muted>{workoutCountText(workouts)}</Muted>
    </SectionCard>
  );
}

type LastMessageProps = Pick<ClientOverview, 'lastMessage' | 'unread'> & { firstName: string; accepted: boolean };

/** The latest message of the conversation with a client. */
export function LastMessage({ lastMessage, unread, firstName, accepted }: LastMessageProps) {
  const timeZone = useTimeZone();
  const label = unreadLabel(unread);
  return (
    <SectionCard
      title="Last message"
      aside={
        <TabLink tab="messages" size="sm">
          Messages
        </TabLink>
      }
    >
      {lastMessage ? (
        <>
          <Text lineClamp={3}>{lastMessage.excerpt}</Text>
          <Muted>
            {lastMessage.sender === 'coach' ? 'You' : firstName}, {timeAgo(lastMessage.createdAt, timeZone)}
            {label && (
              <Badge component="span" size="sm" variant="filled" ml={8}>
                {label} unread
              </Badge>
            )}
          </Muted>
        </>
      ) : (
        <Text c="dimmed">
          {accepted ? 'No messages yet.' : `You can send messages once ${firstName} accepts the invitation.`}
        </Text>
      )}
    </SectionCard>
  );
}

type PinnedNotesProps = Pick<ClientOverview, 'pinnedNotes'> & { firstName: string; today: string };

/** The pinned notes about a client. */
export function PinnedNotes({ pinnedNotes, firstName, today }: PinnedNotesProps) {
  return (
    <SectionCard
      title={pinnedNotes.length > 1 ? 'Pinned notes' : 'Pinned note'}
      aside={
        <TabLink tab="notes" size="sm">
          Notes
        </TabLink>
      }
    >
      {pinnedNotes.length === 0 && <Text c="dimmed">Pin a note to keep what matters about {firstName} here.</Text>}
      <Stack component="ul" gap={0} className={rows.divided}>
        {pinnedNotes.map(({ id, text, day }) => (
          <Stack component="li" key={id} gap={2} py={pinnedNotes.length > 1 ? 'xs' : 0}>
            <Text lineClamp={3} style={{ whiteSpace: 'pre-line' }}>
              {text}
            </Text>
            <Muted>From {dayInSentence(day, today)}</Muted>
          </Stack>
        ))}
      </Stack>
    </SectionCard>
  );
}
