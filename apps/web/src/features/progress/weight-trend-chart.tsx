import '@mantine/charts/styles.css';
import { LineChart } from '@mantine/charts';
import type { TrendPoint } from '@stridewell/contract/progress/progress.rules';
import { type UnitSystem, weightForDisplay, weightUnit } from '@stridewell/contract/units';
import { timeAxis } from '../../lib/time-axis.ts';
import { valueAxis } from '../../lib/value-axis.ts';

type WeightTrendChartProps = {
  /** Oldest first. */
  points: readonly TrendPoint[];
  goalWeightKg: number | null;
  today: string;
  units: UnitSystem;
};

/** A goal further away from the weights than this would flatten the line. */
const GOAL_NEAR = 1.5;

/** Weights as dots and their trend as a line. The chart library is large, so pages load it last. */
export default function WeightTrendChart({ points, goalWeightKg, today, units }: WeightTrendChartProps) {
  const unit = weightUnit(units);
  const data = points.map(({ day, weightKg, trendKg }) => ({
    time: Date.parse(day),
    weight: weightForDisplay(weightKg, units),
    trend: weightForDisplay(trendKg, units),
  }));
  const values = data.flatMap(({ weight, trend }) => [weight, trend]);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const goal = goalWeightKg === null ? null : weightForDisplay(goalWeightKg, units);
  const reach = Math.max(most - least, 1) * GOAL_NEAR;
  const near = goal !== null && goal > least - reach && goal < most + reach;
  return (
    <LineChart
      h={260}
      data={data}
      dataKey="time"
      series={[
        { name: 'weight', label: `Weight, ${unit}`, color: 'gray.5' },
        { name: 'trend', label: `Trend, ${unit}`, color: 'pine.6' },
      ]}
      lineProps={({ name }) =>
        name === 'weight' ? { strokeWidth: 0, dot: { r: 3, strokeWidth: 0 } } : { strokeWidth: 2.5, dot: false }
      }
      curveType="monotone"
      gridAxis="x"
      tickLine="none"
      withLegend
      referenceLines={near ? [{ y: goal, label: `Goal ${goal.toFixed(1)}`, color: 'gray.6' }] : []}
      yAxisProps={{ ...valueAxis(near ? [...values, goal] : values), width: 44 }}
      {...timeAxis(
        points.map(({ day }) => day),
        today,
      )}
      unit=""
      role="img"
      aria-label={`Weight trend from ${data[0]?.trend} to ${data.at(-1)?.trend} ${unit}${goal === null ? '' : `, goal ${goal} ${unit}`}`}
    />
  );
}
