import '@mantine/charts/styles.css';
import { LineChart } from '@mantine/charts';
import { type UnitSystem, weightForDisplay, weightUnit } from '@stridewell/contract/units';
import { timeAxis } from '../../lib/time-axis.ts';
import { valueAxis } from '../../lib/value-axis.ts';

type WeightChartProps = { points: readonly { day: string; weightKg: number }[]; today: string; units: UnitSystem };

/** Weight over time, oldest first. Weighs a lot itself, so pages load it after everything else. */
export default function WeightChart({ points, today, units }: WeightChartProps) {
  const unit = weightUnit(units);
  const data = points.map(({ day, weightKg }) => ({
    time: Date.parse(day),
    weight: weightForDisplay(weightKg, units),
  }));
  return (
    <LineChart
      h={200}
      data={data}
      dataKey="time"
      {...timeAxis(
        points.map(({ day }) => day),
        today,
      )}
      series={[{ name: 'weight', label: `Weight, ${unit}`, color: 'pine.6' }]}
      curveType="monotone"
      withDots={data.length < 30}
      gridAxis="x"
      tickLine="none"
      yAxisProps={{ ...valueAxis(data.map(({ weight }) => weight)), width: 52 }}
      unit={` ${unit}`}
      role="img"
      aria-label={`Weight from ${data[0]?.weight} to ${data.at(-1)?.weight} ${unit}`}
    />
  );
}
