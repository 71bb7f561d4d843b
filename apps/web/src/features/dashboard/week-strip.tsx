import { Group, SimpleGrid, Stack, Text, VisuallyHidden } from '@mantine/core';
import type { ClientDashboard } from '@stridewell/contract/dashboard';
import { dayInZone } from '@stridewell/contract/time';
import { IconCalendarEvent, IconCheck, IconCircle } from '@tabler/icons-react';
import { SectionCard } from '../../components/section-card.tsx';
import { browserTimeZone, dayText } from '../../lib/format.ts';

type WeekStripProps = {
  week: ClientDashboard['week'];
  today: string;
  session: ClientDashboard['nextSession'];
};

const ICON = { size: 16, stroke: 2, 'aria-hidden': true };
const nameOf = (day: string, weekday: 'short' | 'long') => dayText(day, { weekday });

/** This week from Monday: due and sent check-ins, and the next session. */
export function WeekStrip({ week, today, session }: WeekStripProps) {
  const sessionDay = session && dayInZone(new Date(session.sessionDate), browserTimeZone());
  return (
    <SectionCard title="This week">
      <SimpleGrid component="ol" cols={7} spacing={4}>
        {week.map(({ day, due, done }) => {
          const hasSession = day === sessionDay;
          const words = [done ? 'checked in' : due && 'check-in due', hasSession && 'session'].filter(Boolean);
          return (
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
                {nameOf(day, 'long')}: {words.join(', ') || 'nothing planned'}
              </VisuallyHidden>
              <Text component="span" size="xs" c="dimmed" aria-hidden>
                {nameOf(day, 'short')}
              </Text>
              <Text span fz="var(--text-large)" fw={600} lh={1.4} aria-hidden>
                {Number(day.slice(8))}
              </Text>
              <Group
                component="span"
                gap={2}
                justify="center"
                mih={16}
                mt={4}
                c="var(--mantine-color-anchor)"
                aria-hidden
              >
                {done ? <IconCheck {...ICON} /> : due && <IconCircle {...ICON} />}
                {hasSession && <IconCalendarEvent {...ICON} />}
              </Group>
            </Stack>
          );
        })}
      </SimpleGrid>
    </SectionCard>
  );
}
