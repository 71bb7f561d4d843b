import { type UnitSystem, weightForDisplay, weightUnit } from '@stridewell/contract/units';
import { timeAxis } from '../../lib/time-axis.ts';
import { valueAxis } from '../../lib/value-axis.ts';
import { TrendChart } from '../../ui/trend-chart.tsx';

type WeightChartProps = { points: readonly { day: string; weightKg: number }[]; today: string; units: UnitSystem };

/** From here on, dots would hide the line. */
const MANY_POINTS = 30;

/** Weight over time, oldest first. */
export function WeightChart({ points, today, units }: WeightChartProps) {
  const unit = weightUnit(units);
  const days = points.map(({ day }) => day);
  const values = points.map(({ weightKg }) => weightForDisplay(weightKg, units));
  return (
    <TrendChart
      label={`Weight from ${values[0]} to ${values.at(-1)} ${unit}`}
      height={200}
      times={days.map(Date.parse)}
      lines={[{ label: `Weight, ${unit}`, color: 'pine-6', values, dot: values.length < MANY_POINTS ? 3 : 0 }]}
      isSmooth
      timeAxis={timeAxis(days, today)}
      valueAxis={{ ...valueAxis(values), width: 52, text: (value) => `${value} ${unit}` }}
      valueText={(value) => `${value} ${unit}`}
    />
  );
}
