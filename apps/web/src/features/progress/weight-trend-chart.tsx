import type { TrendPoint } from '@stridewell/contract/progress/progress.rules';
import { type UnitSystem, weightForDisplay, weightUnit } from '@stridewell/contract/units';
import { timeAxis } from '../../lib/time-axis.ts';
import { valueAxis } from '../../lib/value-axis.ts';
import { TrendChart } from '../../ui/trend-chart.tsx';

type WeightTrendChartProps = {
  /** Oldest first. */
  points: readonly TrendPoint[];
  goalWeightKg: number | null;
  today: string;
  units: UnitSystem;
};

/** A goal further away from the weights than this would flatten the line. */
const GOAL_NEAR = 1.5;

/** Weights as dots and their trend as a line. */
export function WeightTrendChart({ points, goalWeightKg, today, units }: WeightTrendChartProps) {
  const unit = weightUnit(units);
  const days = points.map(({ day }) => day);
  const weights = points.map(({ weightKg }) => weightForDisplay(weightKg, units));
  const trends = points.map(({ trendKg }) => weightForDisplay(trendKg, units));
  const values = [...weights, ...trends];
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const goal = goalWeightKg === null ? null : weightForDisplay(goalWeightKg, units);
  const reach = Math.max(most - least, 1) * GOAL_NEAR;
  const near = goal !== null && goal > least - reach && goal < most + reach;
  return (
    <TrendChart
      label={`Weight trend from ${trends[0]} to ${trends.at(-1)} ${unit}${goal === null ? '' : `, goal ${goal} ${unit}`}`}
      height={260}
      times={days.map(Date.parse)}
      lines={[
        { label: `Weight, ${unit}`, color: 'gray-5', values: weights, strokeWidth: 0 },
        { label: `Trend, ${unit}`, color: 'pine-6', values: trends, strokeWidth: 2.5, dot: 0 },
      ]}
      isSmooth
      withLegend
      timeAxis={timeAxis(days, today)}
      valueAxis={{ ...valueAxis(near ? [...values, goal] : values), width: 44 }}
      valueText={String}
      goal={near ? { value: goal, text: `Goal ${goal.toFixed(1)}` } : null}
    />
  );
}
