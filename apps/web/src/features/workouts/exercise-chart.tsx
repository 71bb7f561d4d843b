import '@mantine/charts/styles.css';
import { LineChart } from '@mantine/charts';
import { numberText } from '../../lib/format.ts';
import { timeAxis } from '../../lib/time-axis.ts';
import { valueAxis } from '../../lib/value-axis.ts';

type ExerciseChartProps = {
  /** Label of the line, like `Estimated 1RM`. */
  label: string;
  /** Empty for a count. */
  unit: string;
  /** Oldest first. */
  points: readonly { day: string; value: number }[];
  today: string;
};

/** One figure of an exercise over its workouts. The chart library is large, so pages load it last. */
export default function ExerciseChart({ label, unit, points, today }: ExerciseChartProps) {
  const data = points.map(({ day, value }) => ({ time: Date.parse(day), value }));
  const withUnit = (value: number) => `${numberText(value)}${unit && ` ${unit}`}`;
  return (
    <LineChart
      h={220}
      data={data}
      dataKey="time"
      series={[{ name: 'value', label, color: 'pine.6' }]}
      lineProps={{ strokeWidth: 2.5, dot: { r: 3.5, strokeWidth: 0 } }}
      curveType="linear"
      gridAxis="x"
      tickLine="none"
      valueFormatter={withUnit}
      yAxisProps={{ ...valueAxis(points.map(({ value }) => value)), width: 56, tickFormatter: numberText }}
      {...timeAxis(
        points.map(({ day }) => day),
        today,
      )}
      role="img"
      aria-label={`${label} from ${withUnit(points[0]?.value ?? 0)} to ${withUnit(points.at(-1)?.value ?? 0)}`}
    />
  );
}
