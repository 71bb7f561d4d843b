import { Group, SimpleGrid, Stack, Text, VisuallyHidden } from '@mantine/core';
import type { ClientDashboard } from '@stridewell/contract/dashboard/dashboard';
import { dayInZone } from '@stridewell/contract/time';
import {
  IconBarbell,
  IconBarbellFilled,
  IconBarbellOff,
  IconCalendarCheck,
  IconCalendarEvent,
  IconCheck,
  IconCircle,
  type IconProps,
  IconScale,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { dayText } from '../../lib/format.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { Muted } from '../../ui/muted.tsx';
import { SectionCard } from '../../ui/section-card.tsx';

type WeekStripProps = Pick<ClientDashboard, 'week' | 'today' | 'weights' | 'nearSessions'> & {
  /** Days whose workout this device knows to be done, which the server may not have yet. */
  trainedDays: ReadonlySet<string>;
};

const ICON = { size: 15, stroke: 2, 'aria-hidden': true };
const nameOf = (day: string, weekday: 'short' | 'long') => dayText(day, { weekday });

/** Marks of a day, in the order of their icons. Open ones are paler than done ones. */
const MARKS = {
  done: { Icon: IconCheck, words: 'checked in', legend: 'Check-in' },
  due: { Icon: IconCircle, words: 'check-in due', legend: 'Check-in due', isOpen: true },
  trained: { Icon: IconBarbellFilled, words: 'workout done', legend: 'Workout done' },
  training: { Icon: IconBarbell, words: 'workout planned', legend: 'Workout planned', isOpen: true },
  untrained: { Icon: IconBarbellOff, words: 'workout missed', legend: 'Workout missed', isOpen: true },
  weight: { Icon: IconScale, words: 'weight logged', legend: 'Weight' },
  met: { Icon: IconCalendarCheck, words: 'session done', legend: 'Session' },
  session: { Icon: IconCalendarEvent, words: 'session planned', legend: 'Session planned', isOpen: true },
} satisfies Record<string, { Icon: ComponentType<IconProps>; words: string; legend: string; isOpen?: true }>;
type Mark = keyof typeof MARKS;
const colorOf = (mark: Mark): string => ('isOpen' in MARKS[mark] ? 'var(--mark-muted)' : 'var(--mantine-color-anchor)');
const ORDER = Object.keys(MARKS) as Mark[];

/** This week from Monday: the check-ins, workouts, weights and sessions of each day, and what is still to come. */
export function WeekStrip({ week, today, weights, nearSessions, trainedDays }: WeekStripProps) {
  const zone = useTimeZone();
  const now = Date.now();
  const days = week.map(({ day, due, done, workout }) => {
    const training = trainedDays.has(day) ? 'done' : workout;
    const sessions = nearSessions.filter(({ sessionDate }) => dayInZone(new Date(sessionDate), zone) === day);
    const isMarked: Record<Mark, boolean> = {
      done,
      due: due && !done,
      trained: training === 'done',
      training: training === 'planned',
      untrained: training === 'missed',
      weight: weights.some((weight) => weight.day === day),
      met: sessions.some(({ status }) => status === 'completed'),
      session: sessions.some(({ status, sessionDate }) => status === 'scheduled' && Date.parse(sessionDate) > now),
    };
    return { day, marks: ORDER.filter((mark) => isMarked[mark]) };
  });
  const used = ORDER.filter((mark) => days.some(({ marks }) => marks.includes(mark)));
  return (
    <SectionCard title="This week">
      <SimpleGrid component="ol" cols={7} spacing={4}>
        {days.map(({ day, marks }) => (
          <Stack
            key={day}
            component="li"
            align="center"
            gap={2}
            mih={76}
            py="xs"
            {...(day === today && { 'aria-current': 'date', bg: 'var(--mantine-primary-color-light)', bdrs: 'md' })}
          >
            <VisuallyHidden>
              {nameOf(day, 'long')}: {marks.map((mark) => MARKS[mark].words).join(', ') || 'nothing planned'}
            </VisuallyHidden>
            <Text component="span" size="xs" c="dimmed" aria-hidden>
              {nameOf(day, 'short')}
            </Text>
            <Text span fz="var(--text-large)" fw={600} lh={1.4} aria-hidden>
              {Number(day.slice(8))}
            </Text>
            <Group component="span" gap={1} justify="center" mih={16} mt={4} aria-hidden>
              {marks.map((mark) => {
                const { Icon } = MARKS[mark];
                return <Icon key={mark} {...ICON} color={colorOf(mark)} />;
              })}
            </Group>
          </Stack>
        ))}
      </SimpleGrid>
      {used.length > 0 && (
        // The days say it to screen readers.
        <Group gap="4px 14px" mt="sm" justify="center" aria-hidden>
          {used.map((mark) => {
            const { Icon, legend } = MARKS[mark];
            return (
              <Group key={mark} gap={4} wrap="nowrap" c="dimmed">
                <Icon {...ICON} color={colorOf(mark)} />
                <Muted span size="xs">
                  {legend}
                </Muted>
              </Group>
            );
          })}
        </Group>
      )}
    </SectionCard>
  );
}
