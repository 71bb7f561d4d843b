import { Box, Card, Group, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import type { CalendarBusy, CalendarSession } from '@stridewell/contract/calendar/calendar';
import { relativeDayLabel, wallClockInZone } from '@stridewell/contract/time';
import { IconRepeat } from '@tabler/icons-react';
import { countLabel, timeOfDay } from '../../lib/format.ts';
import { Muted } from '../../ui/muted.tsx';
import rows from '../../ui/rows.module.css';
import { type BusyPart, busyOnDays } from './calendar.busy.ts';
import { isCancelled, SESSION_COLOR, STATUS_LABELS } from './calendar.wording.ts';

type CalendarAgendaProps = {
  /** The first day, and the one after the last. */
  days: readonly [from: string, to: string];
  today: string;
  timeZone: string;
  sessions: readonly CalendarSession[];
  /** Times of connected calendars. */
  busy: readonly CalendarBusy[];
  onOpen: (session: CalendarSession) => void;
};

/** A line of the list, with the time that orders it. */
type Line = { day: string; at: number; session: CalendarSession } | { day: string; at: number; busy: BusyPart };

/** Sessions and busy times as a list grouped by day. */
export function CalendarAgenda({ days, today, timeZone, sessions, busy, onOpen }: CalendarAgendaProps) {
  const [from, to] = days;
  const lines: Line[] = [
    ...sessions.map((session) => {
      const { day, minute } = wallClockInZone(new Date(session.sessionDate), timeZone);
      return { day, at: minute, session };
    }),
    ...busyOnDays(busy, days, timeZone).map((part) => ({ day: part.day, at: part.from, busy: part })),
  ].filter(({ day }) => day >= from && day < to);
  const byDay = [...Map.groupBy(lines, ({ day }) => day)].sort(([a], [b]) => a.localeCompare(b));
  if (byDay.length === 0) return null;
  return (
    <Stack gap="lg" maw={860}>
      {byDay.map(([day, ofDay]) => (
        <section key={day} aria-label={relativeDayLabel(day, today)}>
          <Title order={2} fz="var(--text-large)" mb="xs" {...(day === today && { c: 'var(--pine-text)' })}>
            <Group component="span" justify="space-between">
              {relativeDayLabel(day, today)}
              <Muted span>{countLabel(ofDay.filter((line) => 'session' in line).length, 'session')}</Muted>
            </Group>
          </Title>
          <Card component="ul" padding={0} className={rows.divided}>
            {[...ofDay]
              .sort((a, b) => a.at - b.at)
              .map((line) =>
                'session' in line ? (
                  <li key={line.session.id}>
                    <AgendaRow session={line.session} timeZone={timeZone} onOpen={onOpen} />
                  </li>
                ) : (
                  <li key={`busy ${line.at}`}>
                    <Muted px="md" py="xs">
                      Busy, {line.busy.label}
                    </Muted>
                  </li>
                ),
              )}
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
