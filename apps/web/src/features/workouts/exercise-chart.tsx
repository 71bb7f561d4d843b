import { numberText } from '../../lib/format.ts';
import { timeAxis } from '../../lib/time-axis.ts';
import { valueAxis } from '../../lib/value-axis.ts';
import { TrendChart } from '../../ui/trend-chart.tsx';

type ExerciseChartProps = {
  /** Label of the line, like `Estimated 1RM`. */
  label: string;
  /** Empty for a count. */
  unit: string;
  /** Oldest first. */
  points: readonly { day: string; value: number }[];
  today: string;
};

/** One figure of an exercise over its workouts. */
export function ExerciseChart({ label, unit, points, today }: ExerciseChartProps) {
  const days = points.map(({ day }) => day);
  const values = points.map(({ value }) => value);
  const withUnit = (value: number) => `${numberText(value)}${unit && ` ${unit}`}`;
  return (
    <TrendChart
      label={`${label} from ${withUnit(values[0] ?? 0)} to ${withUnit(values.at(-1) ?? 0)}`}
      height={220}
      times={days.map(Date.parse)}
      lines={[{ label, color: 'pine-6', values, strokeWidth: 2.5, dot: 3.5 }]}
      timeAxis={timeAxis(days, today)}
      valueAxis={{ ...valueAxis(values), width: 56, text: numberText }}
      valueText={withUnit}
    />
  );
}
