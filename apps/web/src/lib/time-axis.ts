import { relativeDayLabel } from '@stridewell/contract/time';

const DAY_MS = 86_400_000;
const TICKS = 5;

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/**
 * The time axis of a chart with true distances between days. `days` are ISO dates, oldest first; the chart has them in
 * milliseconds.
 */
export function timeAxis(days: readonly string[], today: string) {
  const first = Date.parse(days[0] ?? today);
  const last = Math.max(Date.parse(days.at(-1) ?? today), first + DAY_MS);
  const ticks = Array.from({ length: TICKS }, (_, index) => {
    const at = first + ((last - first) * index) / (TICKS - 1);
    return Math.round(at / DAY_MS) * DAY_MS;
  });
  const title = (time: number) => relativeDayLabel(dayOf(time), today);
  return {
    domain: [first, last] as const,
    ticks: [...new Set(ticks)],
    text: (time: number) => title(time).replace(/^[A-Z][a-z]{2}, /, ''),
    /** Heading of the tooltip. */
    title,
  };
}
