import { addDays, isoWeekday, startOfDay } from '@stridewell/contract/time';
import { dayText } from '../../lib/format.ts';
import type { CalendarSearch, CalendarView } from './calendar.search.ts';

const NARROW = '(max-width: 48em)';
export const viewOf = ({ view }: CalendarSearch): CalendarView =>
  view && view !== 'availability' ? view : window.matchMedia(NARROW).matches ? 'agenda' : 'week';

const AGENDA_DAYS = 14;
const monday = (day: string): string => addDays(day, 1 - isoWeekday(day));
const firstOfMonth = (day: string): string => `${day.slice(0, 8)}01`;

/** The days that a view shows: from the first up to but not including the second. */
export function daysOf(view: CalendarView, date: string): [from: string, to: string] {
  if (view === 'day') return [date, addDays(date, 1)];
  if (view === 'agenda') return [date, addDays(date, AGENDA_DAYS)];
  if (view === 'week') return [monday(date), addDays(monday(date), 7)];
  const start = monday(firstOfMonth(date));
  return [start, addDays(start, 42)];
}

/** The window to load for a view. Starts a day early, for sessions that pass midnight. */
export function windowOf(view: CalendarView, date: string, timeZone: string): { from: string; to: string } {
  const [from, to] = daysOf(view, date);
  return {
    from: startOfDay(addDays(from, -1), timeZone).toISOString(),
    to: startOfDay(to, timeZone).toISOString(),
  };
}

/** The date after one step forward or back. */
export function stepDate(view: CalendarView, date: string, step: 1 | -1): string {
  if (view !== 'month') return addDays(date, step * { day: 1, week: 7, agenda: AGENDA_DAYS }[view]);
  const first = new Date(firstOfMonth(date));
  first.setUTCMonth(first.getUTCMonth() + step);
  return first.toISOString().slice(0, 10);
}

/** Like `March 2026`, `Tuesday, March 3` or `Mar 2 to 8`. */
export function titleOf(view: CalendarView, date: string): string {
  if (view === 'month') return dayText(date, { month: 'long', year: 'numeric' });
  if (view === 'day') return dayText(date, { weekday: 'long', month: 'long', day: 'numeric' });
  const [from, end] = daysOf(view, date);
  const to = addDays(end, -1);
  const short = { month: 'short', day: 'numeric' } as const;
  const last = from.slice(0, 7) === to.slice(0, 7) ? String(Number(to.slice(8))) : dayText(to, short);
  return `${dayText(from, short)} to ${last}`;
}
