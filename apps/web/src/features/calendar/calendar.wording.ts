import type { CalendarSession } from '@stridewell/contract/calendar';
import { dayInZone, relativeDayLabel } from '@stridewell/contract/time';
import { timeOfDay } from '../../lib/format.ts';

type Timed = Pick<CalendarSession, 'sessionDate' | 'minutes'>;

export const endOf = ({ sessionDate, minutes }: Timed): Date => new Date(Date.parse(sessionDate) + minutes * 60_000);

/** Like `9:00 AM to 10:00 AM`. */
export const timesLabel = (session: Timed, timeZone: string): string =>
  `${timeOfDay(session.sessionDate, timeZone)} to ${timeOfDay(endOf(session).toISOString(), timeZone)}`;

/** Like `Tomorrow, 9:00 AM`. */
export const momentShort = (instant: string, timeZone: string): string =>
  `${relativeDayLabel(dayInZone(new Date(instant), timeZone), dayInZone(new Date(), timeZone))}, ${timeOfDay(instant, timeZone)}`;

export const isCancelled = ({ cancelReason }: CalendarSession): boolean => cancelReason !== null;

/** What the place of a session in the grid tells the eye: its day, and whether it is done or off. */
export const dayAndState = (session: CalendarSession, timeZone: string): string =>
  `${relativeDayLabel(dayInZone(new Date(session.sessionDate), timeZone), dayInZone(new Date(), timeZone))}, ${isCancelled(session) ? 'cancelled' : session.status}`;
