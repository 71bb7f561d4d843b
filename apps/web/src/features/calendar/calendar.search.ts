export const VIEWS = ['agenda', 'day', 'week', 'month'] as const;
export type CalendarView = (typeof VIEWS)[number];
/** What the address says; without a view it is the one that fits the screen, without a date it is today. */
export type CalendarSearch = { view?: CalendarView | 'availability'; date?: string };

const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** Years in which calendars are kept; others come from addresses that somebody made up. */
const isDay = (value: unknown): value is string =>
  typeof value === 'string' &&
  DAY.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  new Date(value).toISOString().startsWith(value) &&
  value > '2000' &&
  value < '2100';

/** Reads an address that anybody may have written: what makes no sense is as if it were not there. */
export function readCalendarSearch({ view, date }: Record<string, unknown>): CalendarSearch {
  const known = [...VIEWS, 'availability' as const].find((name) => name === view);
  return { ...(known && { view: known }), ...(isDay(date) && { date }) };
}
