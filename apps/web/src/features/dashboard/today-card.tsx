import { Box, Button, Card, Group, Text, ThemeIcon, Title } from '@mantine/core';
import { COACH_PLAN_FULL } from '@stridewell/contract/billing/billing.rules';
import type { ClientDashboard } from '@stridewell/contract/dashboard/dashboard';
import { addDays, dayInZone } from '@stridewell/contract/time';
import {
  IconCalendarEvent,
  IconChevronRight,
  IconCircleCheck,
  IconClipboardCheck,
  type IconHome,
  IconLock,
  IconMessage,
  IconMoodSmile,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { dayInSentence, onDayInSentence, timeOfDay } from '../../lib/format.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import rows from '../../ui/rows.module.css';

type TodayCardProps = {
  dashboard: ClientDashboard;
  /** The coaching has ended: the client can only read. */
  former: boolean;
  /** Replaces the given check-in with one that is being sent. */
  aroundCheckIn: (checkIn: ReactNode) => ReactNode;
};

/** In line with the first task above. */
const ROW = { padding: '14px 20px 14px 24px' };

/** The client's tasks of today, the most urgent first. */
export function TodayCard({ dashboard, former, aroundCheckIn }: TodayCardProps) {
  const { checkIn, readOnly, unread, coach, week, today } = dashboard;
  const isOpen = !former && !readOnly && (checkIn.state === 'due' || checkIn.state === 'overdue');
  const session = soonSession(dashboard, useTimeZone());
  const trains = week.some(({ day, workout }) => day === today && workout === 'planned');
  const others = session !== null || (!former && (unread > 0 || trains));
  return (
    <Card component="section" aria-label="Today" padding={0}>
      <ul className={rows.divided}>
        <Box component="li" p={{ base: 20, sm: 'lg' }}>
          {former ? (
            <Part icon={IconLock} title="Your coaching has ended">
              Everything you did with {coach.fullName} stays here for you to read. Ask them if you want to continue.
            </Part>
          ) : readOnly ? (
            <Part icon={IconLock} title="Check-ins are on hold">
              {COACH_PLAN_FULL}
            </Part>
          ) : (
            aroundCheckIn(
              isOpen ? <OpenCheckIn dashboard={dashboard} /> : <Quiet dashboard={dashboard} others={others} />,
            )
          )}
        </Box>
        {session && (
          <li>
            <Link to="/client/book" className={rows.link} style={ROW}>
              <Part small icon={IconCalendarEvent} title={session.when}>
                {session.what}
              </Part>
              <IconChevronRight size={20} stroke={1.75} aria-hidden />
            </Link>
            {session.meetingUrl && (
              <Box pl={80} pr={20} pb="md">
                <Button
                  component="a"
                  href={session.meetingUrl}
                  target="_blank"
                  rel="noopener noreferrer"
                  variant="light"
                >
                  Join the meeting
                </Button>
              </Box>
            )}
          </li>
        )}
        {!former && unread > 0 && (
          <li>
            <Link to="/client/messages" className={rows.link} style={ROW}>
              <Part small icon={IconMessage} title={unread === 1 ? '1 new message' : `${unread} new messages`}>
                From {coach.fullName}
              </Part>
              <IconChevronRight size={20} stroke={1.75} aria-hidden />
            </Link>
          </li>
        )}
      </ul>
    </Card>
  );
}

/** The next session when it is today or tomorrow in the reader's zone. */
function soonSession({ nextSession }: ClientDashboard, zone: string) {
  if (!nextSession) return null;
  const today = dayInZone(new Date(), zone);
  const day = dayInZone(new Date(nextSession.sessionDate), zone);
  if (day !== today && day !== addDays(today, 1)) return null;
  const { sessionDate, sessionType, location, meetingUrl } = nextSession;
  return {
    when: `${day === today ? 'Session today' : 'Session tomorrow'}, ${timeOfDay(sessionDate, zone)}`,
    what: location ? `${sessionType}, ${location}` : sessionType,
    meetingUrl,
  };
}

function OpenCheckIn({ dashboard: { checkIn, coach, today } }: { dashboard: ClientDashboard }) {
  const overdue = checkIn.state === 'overdue';
  const since = dayInSentence(checkIn.dueDay, today);
  return (
    <Group gap="md">
      <Part icon={IconClipboardCheck} title={overdue ? 'Your check-in is overdue' : 'Your check-in is due'}>
        {overdue
          ? `It was due ${since}. It still helps ${coach.fullName}, and takes two minutes.`
          : `${coach.fullName} is looking forward to it. It takes two minutes.`}
      </Part>
      <Button
        component={Link}
        to="/client/check-in"
        size="md"
        mih={44}
        flex={{ base: '1 1 100%', sm: 'none' }}
        variant="ember"
      >
        Start check-in
      </Button>
    </Group>
  );
}

/** No check-in to send. Without other tasks the day is free. */
function Quiet({ dashboard, others }: { dashboard: ClientDashboard; others: boolean }) {
  const { checkIn, coach, today, week } = dashboard;
  const next = checkIn.nextDay && `Your next check-in is due ${onDayInSentence(checkIn.nextDay, today)}.`;
  if (checkIn.state === 'paused') {
    return (
      <Part icon={IconMoodSmile} title="Your check-ins are paused">
        {next ?? `Nothing is due until you and ${coach.fullName} continue.`}
      </Part>
    );
  }
  if (week.some(({ day, done }) => day === today && done)) {
    return (
      <Part icon={IconCircleCheck} title="Your check-in is done">
        {others ? next : `Nothing else is needed today. ${next ?? ''}`}
      </Part>
    );
  }
  return (
    <Part icon={IconMoodSmile} title={others ? 'No check-in today' : 'Nothing needed today'}>
      {others ? next : `Enjoy the day. ${next ?? ''}`}
    </Part>
  );
}

type PartProps = { icon: typeof IconHome; title: string; small?: boolean; children: ReactNode };

function Part({ icon: PartIcon, title, small = false, children }: PartProps) {
  return (
    <Group component="span" gap="md" wrap="nowrap" align="flex-start" flex="1 1 240px" miw={0}>
      <ThemeIcon size={40} radius="xl" variant="light" aria-hidden>
        <PartIcon size={22} stroke={1.75} />
      </ThemeIcon>
      <Box component="span" flex={1} miw={0}>
        <Title order={2} {...(small && { fz: 'var(--text-large)' })}>
          {title}
        </Title>
        <Text component="span" display="block" c="dimmed">
          {children}
        </Text>
      </Box>
    </Group>
  );
}
