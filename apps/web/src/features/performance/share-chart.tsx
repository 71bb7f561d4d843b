import type { PerformanceWeek } from '@stridewell/contract/performance/performance';
import { timeAxis } from '../../lib/time-axis.ts';
import { TrendChart } from '../../ui/trend-chart.tsx';
import type { TrendFigure } from './performance.wording.ts';

type ShareChartProps = {
  figure: TrendFigure;
  /** Name of the figure. */
  label: string;
  /** Oldest first. */
  trend: readonly PerformanceWeek[];
  today: string;
  /** Names of the two periods. */
  names: { now: string; before: string };
};

const TICKS = [0, 25, 50, 75, 100];
const DAYS_SHOWN = 5;

/** Every so many weeks counted back from the last one, so that each day shown is the end of a week. */
function weeksShown(times: readonly number[]): number[] {
  const step = Math.ceil(times.length / DAYS_SHOWN);
  return times.filter((_, index) => (times.length - 1 - index) % step === 0);
}

/** A share week by week, above the same weeks of the period before. */
export function ShareChart({ figure, label, trend, today, names }: ShareChartProps) {
  const days = trend.map(({ endDay }) => endDay);
  const times = days.map(Date.parse);
  const now = trend.map((week) => week[figure].now);
  const before = trend.map((week) => week[figure].before);
  const hasBefore = before.some((share) => share !== null);
  const percent = (value: number) => `${value}%`;
  return (
    <TrendChart
      label={`${label} week by week; the table below has the figures`}
      height={260}
      times={times}
      lines={[
        ...(hasBefore
          ? [
              {
                label: names.before,
                color: 'gray-5' as const,
                values: before,
                isDashed: true,
                strokeWidth: 1.5,
                dot: 2,
              },
            ]
          : []),
        { label: names.now, color: 'pine-6', values: now, strokeWidth: 2.5 },
      ]}
      withLegend
      timeAxis={{ ...timeAxis(days, today), ticks: weeksShown(times) }}
      valueAxis={{ domain: [0, 100], ticks: TICKS, width: 48, text: percent }}
      valueText={percent}
    />
  );
}
