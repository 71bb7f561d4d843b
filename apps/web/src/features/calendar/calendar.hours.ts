import type { ScheduleEventData } from '@mantine/schedule';
import type { CalendarBusy, CalendarSession } from '@stridewell/contract/calendar/calendar';
import { type Availability, busyParts, rangesOf } from '@stridewell/contract/calendar/calendar.bookings.rules';
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

/** Whether a session would overlap another one, or a busy time, that is on screen. */
export function overlapsAny(
  { sessions, busy }: { sessions: readonly CalendarSession[]; busy: readonly CalendarBusy[] },
  moved: CalendarSession,
  to: SessionTime,
): boolean {
  const planned = { ...moved, minutes: to.minutes, start: new Date(to.startsAt) };
  const others = sessions.filter((other) => other.id !== moved.id && !isCancelled(other));
  const taken = others.map((other) => ({ ...other, start: new Date(other.sessionDate) }));
  return [...taken, ...busy.flatMap(busyParts)].some((other) => sessionsCollide(planned, other));
}
