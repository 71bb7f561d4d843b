import type { ScheduleEventData } from '@mantine/schedule';
import type { CalendarBusy } from '@stridewell/contract/calendar/calendar';
import { addDays, wallClockInZone } from '@stridewell/contract/time';
import { timeOfDay } from '../../lib/format.ts';
import { clockAt } from './calendar.clock.ts';

/** The part of a busy time on one day, in minutes of the coach's day. */
export type BusyPart = { day: string; from: number; to: number; label: string };

type Interval = Pick<CalendarBusy, 'startsAt' | 'endsAt'>;

const DAY_MINUTES = 1440;
/** The grid leaves out what fills a whole day. */
const LAST_MINUTE = DAY_MINUTES - 1;

/** One time for those of several calendars that overlap or touch. */
function joined(busy: readonly CalendarBusy[]): Interval[] {
  const intervals: Interval[] = [];
  for (const { startsAt, endsAt } of [...busy].sort((a, b) => a.startsAt.localeCompare(b.startsAt))) {
    const last = intervals.at(-1);
    if (!last || startsAt > last.endsAt) intervals.push({ startsAt, endsAt });
    else if (endsAt > last.endsAt) last.endsAt = endsAt;
  }
  return intervals;
}

function labelOf({ startsAt, endsAt }: Interval, { from, to }: { from: number; to: number }, timeZone: string) {
  const [start, end] = [timeOfDay(startsAt, timeZone), timeOfDay(endsAt, timeZone)];
  if (to === DAY_MINUTES) return from === 0 ? 'all day' : `from ${start}`;
  return from === 0 ? `until ${end}` : `${start} to ${end}`;
}

/** The busy times of some days, day by day, in order. */
export function busyOnDays(
  busy: readonly CalendarBusy[],
  [first, last]: readonly [from: string, to: string],
  timeZone: string,
): BusyPart[] {
  const parts: BusyPart[] = [];
  for (const interval of joined(busy)) {
    const start = wallClockInZone(new Date(interval.startsAt), timeZone);
    const end = wallClockInZone(new Date(interval.endsAt), timeZone);
    for (let day = start.day < first ? first : start.day; day <= end.day && day < last; day = addDays(day, 1)) {
      const from = day === start.day ? start.minute : 0;
      const to = day === end.day ? end.minute : DAY_MINUTES;
      if (to > from) parts.push({ day, from, to, label: labelOf(interval, { from, to }, timeZone) });
    }
  }
  return parts;
}

const BUSY = 'busy ';
export const isBusyEvent = ({ id }: ScheduleEventData): boolean => String(id).startsWith(BUSY);

/** Busy times as parts of the grid, behind the sessions. */
export const busyEvents = (parts: readonly BusyPart[]): ScheduleEventData[] =>
  parts.map(({ day, from, to, label }) => ({
    id: `${BUSY}${day} ${from}`,
    title: `Busy, ${label}`,
    start: clockAt(day, from),
    end: clockAt(day, Math.min(to, LAST_MINUTE)),
    color: 'gray',
    display: 'background',
  }));
