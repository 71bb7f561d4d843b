import { Box, Card, Group, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import type { CalendarSession } from '@stridewell/contract/calendar/calendar';
import { dayInZone, relativeDayLabel } from '@stridewell/contract/time';
import { IconRepeat } from '@tabler/icons-react';
import { countLabel, timeOfDay } from '../../lib/format.ts';
import { Muted } from '../../ui/muted.tsx';
import rows from '../../ui/rows.module.css';
import { isCancelled, SESSION_COLOR, STATUS_LABELS } from './calendar.wording.ts';

type CalendarAgendaProps = {
  /** The first day, and the one after the last. */
  days: readonly [from: string, to: string];
  today: string;
  timeZone: string;
  sessions: readonly CalendarSession[];
  onOpen: (session: CalendarSession) => void;
};

/** Sessions as a list grouped by day. */
export function CalendarAgenda({ days: [from, to], today, timeZone, sessions, onOpen }: CalendarAgendaProps) {
  const days = Map.groupBy(sessions, ({ sessionDate }) => dayInZone(new Date(sessionDate), timeZone));
  const shown = [...days].filter(([day]) => day >= from && day < to).sort(([a], [b]) => a.localeCompare(b));
  if (shown.length === 0) return null;
  return (
    <Stack gap="lg" maw={860}>
      {shown.map(([day, ofDay]) => (
        <section key={day} aria-label={relativeDayLabel(day, today)}>
          <Title order={2} fz="var(--text-large)" mb="xs" {...(day === today && { c: 'var(--pine-text)' })}>
            <Group component="span" justify="space-between">
              {relativeDayLabel(day, today)}
              <Muted span>{countLabel(ofDay.length, 'session')}</Muted>
            </Group>
          </Title>
          <Card component="ul" padding={0} className={rows.divided}>
            {ofDay.map((session) => (
              <li key={session.id}>
                <AgendaRow session={session} timeZone={timeZone} onOpen={onOpen} />
              </li>
            ))}
          </Card>
        </section>
      ))}
    </Stack>
  );
}

type AgendaRowProps = Pick<CalendarAgendaProps, 'timeZone' | 'onOpen'> & { session: CalendarSession };

function AgendaRow({ session, timeZone, onOpen }: AgendaRowProps) {
  const cancelled = isCancelled(session);
  return (
    <UnstyledButton
      data-reads
      className={rows.link}
      style={{ borderInlineStart: `4px solid ${SESSION_COLOR[cancelled ? 'gray' : session.color]}` }}
      onClick={() => onOpen(session)}
    >
      <Box component="span" w={84} flex="none" style={{ whiteSpace: 'nowrap' }}>
        <Text span fw={600}>
          {timeOfDay(session.sessionDate, timeZone)}
        </Text>
        <Muted span display="block">
          {session.minutes} min
        </Muted>
      </Box>
      <Box component="span" flex={1} miw={0}>
        <Text span fw={600} display="block" {...(cancelled && { td: 'line-through', c: 'dimmed' })}>
          {session.clientName}
        </Text>
        <Muted span lineClamp={2}>
          {session.seriesId && <IconRepeat size={14} stroke={1.75} aria-label="Repeats" />} {session.sessionType}
          {session.location && `, ${session.location}`}
        </Muted>
      </Box>
      {(cancelled || session.status !== 'scheduled') && (
        <Muted span>{cancelled ? 'canceled' : STATUS_LABELS[session.status]}</Muted>
      )}
    </UnstyledButton>
  );
}
