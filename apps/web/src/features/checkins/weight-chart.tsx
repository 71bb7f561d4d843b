import '@mantine/charts/styles.css';
import { LineChart } from '@mantine/charts';
import { type UnitSystem, weightForDisplay, weightUnit } from '@stridewell/contract/units';
import { timeAxis } from '../../components/time-axis.ts';

type WeightChartProps = { points: readonly { day: string; weightKg: number }[]; today: string; units: UnitSystem };

const STEPS = [0.5, 1, 2, 5, 10, 20, 50, 100];
const MOST_TICKS = 5;

/** Round values around all of `values`, evenly spaced. */
function niceTicks(values: readonly number[]): number[] {
  const least = Math.min(...values);
  const most = Math.max(...values);
  const step = STEPS.find((size) => (most - least) / size <= MOST_TICKS - 2) ?? STEPS.at(-1) ?? 1;
  const first = Math.floor(least / step);
  const last = Math.max(Math.ceil(most / step), first + 1);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

/** Weight over time, oldest first. Weighs a lot itself, so pages load it after everything else. */
export default function WeightChart({ points, today, units }: WeightChartProps) {
  const unit = weightUnit(units);
  const data = points.map(({ day, weightKg }) => ({
    time: Date.parse(day),
    weight: weightForDisplay(weightKg, units),
  }));
  const ticks = niceTicks(data.map(({ weight }) => weight));
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
      yAxisProps={{ domain: [ticks[0] ?? 0, ticks.at(-1) ?? 0], ticks, width: 52 }}
      unit={` ${unit}`}
      role="img"
      aria-label={`Weight from ${data[0]?.weight} to ${data.at(-1)?.weight} ${unit}`}
    />
  );
}
