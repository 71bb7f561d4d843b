/** From 0.5 up to a billion, which is a large amount of a small currency. */
const STEPS = [0.5, ...Array.from({ length: 10 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat()];
const MOST_TICKS = 5;

/** The value axis of a chart: round, evenly spaced ticks around all of `values`. Each one is a gridline. */
export function valueAxis(values: readonly number[]): { domain: [number, number]; ticks: number[] } {
  const least = Math.min(...values);
  const most = Math.max(...values);
  const step = STEPS.find((size) => (most - least) / size <= MOST_TICKS - 2) ?? STEPS.at(-1) ?? 1;
  const first = Math.floor(least / step);
  const last = Math.max(Math.ceil(most / step), first + 1);
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
  return { domain: [first * step, last * step], ticks };
}
