export const VIEWS = ['agenda', 'day', 'week', 'month'] as const;
export type CalendarView = (typeof VIEWS)[number];
/** The parameters of the address. The default view fits the screen, the default date is today. */
export type CalendarSearch = {
  view?: CalendarView | 'availability';
  date?: string;
  /** Opens the form for a new session, for links from other pages. */
  create?: true;
};

const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** Refuses years that only a made-up address contains. */
const isDay = (value: unknown): value is string =>
  typeof value === 'string' &&
  DAY.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  new Date(value).toISOString().startsWith(value) &&
  value > '2000' &&
  value < '2100';

/** Ignores invalid parameters, because people edit addresses. */
export function readCalendarSearch({ view, date, create }: Record<string, unknown>): CalendarSearch {
  const known = [...VIEWS, 'availability' as const].find((name) => name === view);
  return { ...(known && { view: known }), ...(isDay(date) && { date }), ...(create === true && { create }) };
}
