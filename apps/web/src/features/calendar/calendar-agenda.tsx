import { UnstyledButton } from '@mantine/core';
import type { CalendarSession } from '@stridewell/contract/calendar';
import { dayInZone, relativeDayLabel } from '@stridewell/contract/time';
import { IconRepeat } from '@tabler/icons-react';
import { Muted } from '../../components/muted.tsx';
import { timeOfDay } from '../../lib/format.ts';
import { isCancelled, SESSION_COLOR } from './calendar.wording.ts';
import classes from './calendar-agenda.module.css';

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
    <div className={classes.agenda}>
      {shown.map(([day, ofDay]) => (
        <section key={day} aria-label={relativeDayLabel(day, today)}>
          <h2 className={classes.day} data-today={day === today || undefined}>
            {relativeDayLabel(day, today)}
            <span>{ofDay.length === 1 ? '1 session' : `${ofDay.length} sessions`}</span>
          </h2>
          <ul className={classes.list}>
            {ofDay.map((session) => (
              <li key={session.id}>
                <UnstyledButton
                  className={classes.row}
                  style={{ borderColor: isCancelled(session) ? undefined : SESSION_COLOR[session.color] }}
                  data-off={isCancelled(session) || undefined}
                  onClick={() => onOpen(session)}
                >
                  <span className={classes.time}>
                    {timeOfDay(session.sessionDate, timeZone)}
                    <span>{session.minutes} min</span>
                  </span>
                  <span className={classes.what}>
                    <strong>{session.clientName}</strong>
                    <Muted component="span" className={classes.type}>
                      {session.seriesId && <IconRepeat size={14} stroke={1.75} aria-label="Repeats" />}{' '}
                      {session.sessionType}
                      {session.location && `, ${session.location}`}
                    </Muted>
                  </span>
                  {(isCancelled(session) || session.status === 'completed') && (
                    <Muted component="span" className={classes.state}>
                      {isCancelled(session) ? 'cancelled' : session.status}
                    </Muted>
                  )}
                </UnstyledButton>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
