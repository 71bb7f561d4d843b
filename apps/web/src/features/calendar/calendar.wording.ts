import type { CalendarSession } from '@stridewell/contract/calendar';
import { dayInZone, relativeDayLabel } from '@stridewell/contract/time';
import { timeOfDay } from '../../lib/formatters.ts';

type Timed = Pick<CalendarSession, 'sessionDate' | 'minutes'>;

export const endOf = ({ sessionDate, minutes }: Timed): Date => new Date(Date.parse(sessionDate) + minutes * 60_000);

/** Like `9:00 AM to 10:00 AM`. */
export const timesLabel = (session: Timed, timeZone: string): string =>
  `${timeOfDay(session.sessionDate, timeZone)} to ${timeOfDay(endOf(session).toISOString(), timeZone)}`;

/** Like `Tomorrow, 9:00 AM`. */
export const momentShort = (instant: string, timeZone: string): string =>
  `${relativeDayLabel(dayInZone(new Date(instant), timeZone), dayInZone(new Date(), timeZone))}, ${timeOfDay(instant, timeZone)}`;

export const isCancelled = ({ cancelReason }: CalendarSession): boolean => cancelReason !== null;

/** What a screen reader says of a session in the grid. */
export const sessionLabel = (session: CalendarSession, timeZone: string): string =>
  [
    session.clientName,
    session.sessionType,
    momentShort(session.sessionDate, timeZone),
    isCancelled(session) ? 'cancelled' : session.status,
  ].join(', ');
