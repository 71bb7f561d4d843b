import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { valueAxis } from '../../lib/value-axis.ts';

type DistributionChartProps = { ranges: readonly { range: string; clients: number }[]; label: string };

/** Clients by range. The chart library is large, so pages load it last. */
export default function DistributionChart({ ranges, label }: DistributionChartProps) {
  const { domain, ticks } = valueAxis([0, ...ranges.map(({ clients }) => clients)]);
  return (
    <BarChart
      h={220}
      data={[...ranges]}
      dataKey="range"
      series={[{ name: 'clients', label: 'Clients', color: 'pine.6' }]}
      barProps={{ isAnimationActive: false }}
      gridAxis="x"
      tickLine="none"
      yAxisProps={{ domain, ticks: ticks.filter(Number.isInteger), width: 32, allowDecimals: false }}
      role="img"
      aria-label={label}
    />
  );
}
