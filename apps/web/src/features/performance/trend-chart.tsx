import '@mantine/charts/styles.css';
import { LineChart } from '@mantine/charts';
import type { PerformanceWeek } from '@stridewell/contract/performance/performance';
import { timeAxis } from '../../lib/time-axis.ts';
import type { TrendFigure } from './performance.wording.ts';

type TrendChartProps = {
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

/** A share week by week, above the same weeks of the period before. The chart library is large, so pages load it last. */
export default function TrendChart({ figure, label, trend, today, names }: TrendChartProps) {
  const data = trend.map((week) => ({ time: Date.parse(week.endDay), ...week[figure] }));
  const axis = timeAxis(
    trend.map(({ endDay }) => endDay),
    today,
  );
  const hasBefore = data.some(({ before }) => before !== null);
  return (
    <LineChart
      h={260}
      data={data}
      dataKey="time"
      series={[
        ...(hasBefore ? [{ name: 'before', label: names.before, color: 'gray.5', strokeDasharray: '4 4' }] : []),
        { name: 'now', label: names.now, color: 'pine.6' },
      ]}
      lineProps={({ name }) => ({
        strokeWidth: name === 'now' ? 2.5 : 1.5,
        dot: { r: name === 'now' ? 3 : 2, strokeWidth: 0 },
        isAnimationActive: false,
      })}
      curveType="linear"
      connectNulls={false}
      gridAxis="x"
      tickLine="none"
      withLegend
      valueFormatter={(value) => `${value}%`}
      yAxisProps={{ domain: [0, 100], ticks: TICKS, width: 48 }}
      {...axis}
      xAxisProps={{ ...axis.xAxisProps, ticks: weeksShown(data.map(({ time }) => time)) }}
      role="img"
      aria-label={`${label} week by week; the table below has the figures`}
    />
  );
}
