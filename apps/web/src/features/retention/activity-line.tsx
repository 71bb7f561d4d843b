import { numberText } from '../../lib/format.ts';

const [WIDTH, HEIGHT] = [80, 20];
const DAYS_OF_WEEK = 7;

/** The active days of a client in each of the last weeks, as a line from none to all seven. */
export function ActivityLine({ activeDays }: { activeDays: readonly number[] }) {
  if (activeDays.length < 2) return null;
  const points = activeDays.map(
    (days, week) =>
      `${((week / (activeDays.length - 1)) * WIDTH).toFixed(1)},${((1 - days / DAYS_OF_WEEK) * HEIGHT).toFixed(1)}`,
  );
  return (
    <svg
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 -1 ${WIDTH} ${HEIGHT + 2}`}
      role="img"
      aria-label={`Active days in each of ${activeDays.length} weeks: ${activeDays.map(numberText).join(', ')}`}
      style={{ display: 'block', color: 'var(--mantine-color-anchor)' }}
    >
      <polyline points={points.join(' ')} fill="none" stroke="currentColor" strokeWidth={1.5} strokeLinejoin="round" />
    </svg>
  );
}
