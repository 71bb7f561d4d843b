import '@mantine/charts/styles.css';
import { LineChart } from '@mantine/charts';
import { relativeDayLabel } from '@stridewell/contract/time';
import { type UnitSystem, weightForDisplay, weightUnit } from '@stridewell/contract/units';

type WeightChartProps = { points: readonly { day: string; weightKg: number }[]; today: string; units: UnitSystem };

/** Weight over time, oldest first. Weighs a lot itself, so pages load it after everything else. */
export default function WeightChart({ points, today, units }: WeightChartProps) {
  const unit = weightUnit(units);
  const data = points.map(({ day, weightKg }) => ({
    day: relativeDayLabel(day, today),
    weight: weightForDisplay(weightKg, units),
  }));
  return (
    <LineChart
      h={200}
      data={data}
      dataKey="day"
      series={[{ name: 'weight', label: `Weight, ${unit}`, color: 'pine.6' }]}
      curveType="monotone"
      withDots={data.length < 30}
      gridAxis="x"
      tickLine="none"
      yAxisProps={{ domain: ['dataMin - 1', 'dataMax + 1'], allowDecimals: false, width: 44 }}
      unit={` ${unit}`}
      role="img"
      aria-label={`Weight from ${data[0]?.weight} to ${data.at(-1)?.weight} ${unit}`}
    />
  );
}
