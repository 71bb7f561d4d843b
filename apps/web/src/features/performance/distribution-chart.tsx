import { valueAxis } from '../../lib/value-axis.ts';
import { BarChart } from '../../ui/bar-chart.tsx';

type DistributionChartProps = { ranges: readonly { range: string; clients: number }[]; label: string };

/** Clients by range. */
export function DistributionChart({ ranges, label }: DistributionChartProps) {
  const counts = ranges.map(({ clients }) => clients);
  const { domain, ticks } = valueAxis([0, ...counts]);
  return (
    <BarChart
      label={label}
      height={220}
      names={ranges.map(({ range }) => range)}
      series={[{ label: 'Clients', color: 'pine-6', values: counts }]}
      valueAxis={{ domain, ticks: ticks.filter(Number.isInteger), width: 32 }}
      valueText={String}
    />
  );
}
