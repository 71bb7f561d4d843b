import { Text, VisuallyHidden } from '@mantine/core';
import type { ClientDashboard } from '@stridewell/contract/dashboard';
import { dayInZone } from '@stridewell/contract/time';
import { IconCalendarEvent, IconCheck, IconCircle } from '@tabler/icons-react';
import { SectionCard } from '../../components/section-card.tsx';
import { browserTimeZone, dayText } from '../../lib/format.ts';
import classes from './week-strip.module.css';

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
      <ol className={classes.week}>
        {week.map(({ day, due, done }) => {
          const hasSession = day === sessionDay;
          const words = [done ? 'checked in' : due && 'check-in due', hasSession && 'session'].filter(Boolean);
          return (
            <li key={day} className={classes.day} aria-current={day === today ? 'date' : undefined}>
              <VisuallyHidden>
                {nameOf(day, 'long')}: {words.join(', ') || 'nothing planned'}
              </VisuallyHidden>
              <Text component="span" size="xs" c="dimmed" aria-hidden>
                {nameOf(day, 'short')}
              </Text>
              <span className={classes.date} aria-hidden>
                {Number(day.slice(8))}
              </span>
              <span className={classes.marks} aria-hidden>
                {done ? <IconCheck {...ICON} /> : due && <IconCircle {...ICON} />}
                {hasSession && <IconCalendarEvent {...ICON} />}
              </span>
            </li>
          );
        })}
      </ol>
    </SectionCard>
  );
}
