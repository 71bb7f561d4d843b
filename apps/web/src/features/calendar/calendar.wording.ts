import type { CalendarSession } from '@stridewell/contract/calendar/calendar';
import { dayInZone, relativeDayLabel } from '@stridewell/contract/time';
import { timeOfDay } from '../../lib/format.ts';

/** The colour of each type of session, on every calendar view. */
export const SESSION_COLOR: Record<CalendarSession['color'], string> = {
  pine: 'var(--mantine-color-pine-7)',
  ember: 'var(--mantine-color-ember-6)',
  blue: 'var(--mantine-color-blue-6)',
  violet: 'var(--mantine-color-violet-6)',
  amber: 'var(--risk-moderate)',
  gray: 'var(--mantine-color-gray-6)',
};

export const STATUS_LABELS: Record<CalendarSession['status'], string> = {
  scheduled: 'scheduled',
  completed: 'completed',
  no_show: 'no-show',
};

type Timed = Pick<CalendarSession, 'sessionDate' | 'minutes'>;

export const endOf = ({ sessionDate, minutes }: Timed): Date => new Date(Date.parse(sessionDate) + minutes * 60_000);

/** Like `9:00 AM to 10:00 AM`. */
export const timesLabel = (session: Timed, timeZone: string): string =>
  `${timeOfDay(session.sessionDate, timeZone)} to ${timeOfDay(endOf(session).toISOString(), timeZone)}`;

/** Like `Tomorrow, 9:00 AM`. */
export const momentShort = (instant: string, timeZone: string): string =>
  `${relativeDayLabel(dayInZone(new Date(instant), timeZone), dayInZone(new Date(), timeZone))}, ${timeOfDay(instant, timeZone)}`;

/** Like `tomorrow, 9:00 AM`. */
export const momentInSentence = (instant: string, timeZone: string): string =>
  momentShort(instant, timeZone).replace(/^(Yesterday|Today|Tomorrow)/, (word) => word.toLowerCase());

export const isCancelled = ({ cancelReason }: CalendarSession): boolean => cancelReason !== null;

/** For screen readers: the day and the status that the grid shows by position and colour. */
export const dayAndStatus = (session: CalendarSession, timeZone: string): string =>
  `${relativeDayLabel(dayInZone(new Date(session.sessionDate), timeZone), dayInZone(new Date(), timeZone))}, ${isCancelled(session) ? 'canceled' : STATUS_LABELS[session.status]}`;
