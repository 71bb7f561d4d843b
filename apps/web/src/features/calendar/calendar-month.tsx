import { Stack, Text } from '@mantine/core';
import { MobileMonthView } from '@mantine/schedule';
import type { CalendarBusy, CalendarSession } from '@stridewell/contract/calendar/calendar';
import { addDays, dayInZone } from '@stridewell/contract/time';
import { countLabel, dayText, onDayInSentence } from '../../lib/format.ts';
import { clockOf } from './calendar.clock.ts';
import { endOf, isCancelled, SESSION_COLOR } from './calendar.wording.ts';
import { CalendarAgenda } from './calendar-agenda.tsx';
import classes from './calendar-month.module.css';

type CalendarMonthProps = {
  date: string;
  timeZone: string;
  sessions: readonly CalendarSession[];
  busy: readonly CalendarBusy[];
  onDay: (day: string) => void;
  onOpen: (session: CalendarSession) => void;
};

/** A month on a phone: dots for the sessions of each day, and the chosen day as a list below. */
export function CalendarMonth({ date, timeZone, sessions, busy, onDay, onOpen }: CalendarMonthProps) {
  const today = dayInZone(new Date(), timeZone);
  const dayOf = ({ sessionDate }: CalendarSession) => dayInZone(new Date(sessionDate), timeZone);
  const takePlace = sessions.filter((session) => !isCancelled(session));
  const counts = Map.groupBy(takePlace, dayOf);
  const isEmpty = !sessions.some((session) => dayOf(session) === date);
  return (
    <Stack gap="lg">
      <div className={classes.month} data-calendar-board>
        <MobileMonthView
          date={date}
          selectedDate={date}
          firstDayOfWeek={1}
          weekendDays={[]}
          weekdayFormat="dd"
          highlightToday={false}
          consistentWeeks={false}
          classNames={{
            mobileMonthViewDay: classes.day ?? '',
            mobileMonthViewDayIndicator: classes.dot ?? '',
          }}
          // The toolbar has the title, and the list below says more about each session.
          styles={{ mobileMonthViewHeader: { display: 'none' }, mobileMonthViewEventsList: { display: 'none' } }}
          getDayProps={(day) => ({
            'aria-label': `${dayText(day, { weekday: 'long', month: 'long', day: 'numeric' })}, ${countLabel(counts.get(day)?.length ?? 0, 'session')}`,
            // The library marks the chosen day in a way that buttons do not have.
            'aria-selected': undefined,
            'aria-pressed': day === date,
            ...(day === today && { 'aria-current': 'date' }),
          })}
          onDayClick={onDay}
          events={takePlace.map((session) => ({
            id: session.id,
            title: session.clientName,
            start: clockOf(new Date(session.sessionDate), timeZone),
            end: clockOf(endOf(session), timeZone),
            color: SESSION_COLOR[session.color],
          }))}
        />
      </div>
      <CalendarAgenda
        days={[date, addDays(date, 1)]}
        today={today}
        timeZone={timeZone}
        sessions={sessions}
        busy={busy}
        onOpen={onOpen}
      />
      {isEmpty && <Text c="dimmed">No sessions {onDayInSentence(date, today)}.</Text>}
    </Stack>
  );
}
