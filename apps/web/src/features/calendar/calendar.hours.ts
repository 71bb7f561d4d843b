import type { ScheduleEventData } from '@mantine/schedule';
import type { CalendarSession } from '@stridewell/contract/calendar/calendar';
import { type Availability, rangesOf } from '@stridewell/contract/calendar/calendar.bookings.rules';
import { sessionsCollide } from '@stridewell/contract/calendar/calendar.rules';
import { addDays } from '@stridewell/contract/time';
import type { SessionTime } from './calendar.actions.ts';
import { clockAt } from './calendar.clock.ts';
import { isCancelled } from './calendar.wording.ts';

/** The grid leaves out what fills a whole day. */
const LAST_MINUTE = 1439;

/** The hours in which clients can book, as shaded parts of the grid. */
export function bookableHours(
  availability: Availability,
  [from, to]: readonly [from: string, to: string],
): ScheduleEventData[] {
  const shaded: ScheduleEventData[] = [];
  for (let day = from; day < to; day = addDays(day, 1)) {
    for (const range of rangesOf(availability, day)) {
      shaded.push({
        id: `hours-${day}-${range.from}`,
        title: 'Bookable',
        start: clockAt(day, range.from),
        end: clockAt(day, Math.min(range.to, LAST_MINUTE)),
        color: 'gray',
        display: 'background',
      });
    }
  }
  return shaded;
}

/** Whether a session would overlap another one that is on screen. */
export const overlapsAny = (sessions: readonly CalendarSession[], moved: CalendarSession, to: SessionTime): boolean =>
  sessions.some(
    (other) =>
      other.id !== moved.id &&
      !isCancelled(other) &&
      sessionsCollide(
        { ...moved, minutes: to.minutes, start: new Date(to.startsAt) },
        { ...other, start: new Date(other.sessionDate) },
      ),
  );
