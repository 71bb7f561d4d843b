import { addDays, isoWeekday, startOfDay } from '@stridewell/contract/time';
import { dayText } from '../../lib/format.ts';
import { PHONE } from '../../lib/use-phone.ts';
import type { CalendarSearch, CalendarView } from './calendar.search.ts';

export const isNarrow = (): boolean => window.matchMedia(PHONE).matches;
export const viewOf = ({ view }: CalendarSearch): CalendarView =>
  view && view !== 'availability' ? view : isNarrow() ? 'agenda' : 'week';

/** Days of a view. A phone has room for three days of a week. */
export type Span = CalendarView | 'days';
export const spanOf = (view: CalendarView, narrow: boolean): Span => (view === 'week' && narrow ? 'days' : view);

const AGENDA_DAYS = 14;
const NARROW_DAYS = 3;
const monday = (day: string): string => addDays(day, 1 - isoWeekday(day));
const firstOfMonth = (day: string): string => `${day.slice(0, 8)}01`;

/** The days that are shown: from the first up to but not including the second. */
export function daysOf(view: Span, date: string): [from: string, to: string] {
  if (view === 'day') return [date, addDays(date, 1)];
  if (view === 'days') return [date, addDays(date, NARROW_DAYS)];
  if (view === 'agenda') return [date, addDays(date, AGENDA_DAYS)];
  if (view === 'week') return [monday(date), addDays(monday(date), 7)];
  const start = monday(firstOfMonth(date));
  return [start, addDays(start, 42)];
}

/** The window to load. Starts a day early, for sessions that pass midnight. */
export function windowOf(view: Span, date: string, timeZone: string): { from: string; to: string } {
  const [from, to] = daysOf(view, date);
  return {
    from: startOfDay(addDays(from, -1), timeZone).toISOString(),
    to: startOfDay(to, timeZone).toISOString(),
  };
}

/** The date after one step forward or back. */
export function stepDate(view: Span, date: string, step: 1 | -1): string {
  if (view !== 'month') return addDays(date, step * { day: 1, days: NARROW_DAYS, week: 7, agenda: AGENDA_DAYS }[view]);
  const first = new Date(firstOfMonth(date));
  first.setUTCMonth(first.getUTCMonth() + step);
  return first.toISOString().slice(0, 10);
}

/** Like `March 2026`, `Tuesday, March 3` or `Mar 2 to 8`. */
export function titleOf(view: Span, date: string): string {
  if (view === 'month') return dayText(date, { month: 'long', year: 'numeric' });
  if (view === 'day') return dayText(date, { weekday: 'long', month: 'long', day: 'numeric' });
  const [from, end] = daysOf(view, date);
  const to = addDays(end, -1);
  const short = { month: 'short', day: 'numeric' } as const;
  const last = from.slice(0, 7) === to.slice(0, 7) ? String(Number(to.slice(8))) : dayText(to, short);
  return `${dayText(from, short)} to ${last}`;
}
