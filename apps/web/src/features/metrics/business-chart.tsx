import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import type { BusinessMetrics } from '@stridewell/contract/metrics/metrics';
import { toMajorUnits } from '@stridewell/contract/money/money.amounts.rules';
import { money, numberText } from '../../lib/format.ts';
import { valueAxis } from '../../lib/value-axis.ts';
import { shortMonth } from './metrics.wording.ts';

type BusinessChartProps = {
  months: BusinessMetrics['months'];
  currency: string;
  /** Summary of the chart in a sentence; the table of months has its figures. */
  label: string;
};

/** Revenue and expenses month by month. The chart library is large, so pages load it last. */
export default function BusinessChart({ months, currency, label }: BusinessChartProps) {
  const data = months.map(({ month, revenue, expenses }) => ({
    month: shortMonth(month),
    revenue: toMajorUnits(revenue, currency),
    expenses: toMajorUnits(expenses, currency),
  }));
  const values = data.flatMap(({ revenue, expenses }) => [revenue, expenses]);
  const minor = toMajorUnits(1, currency);
  return (
    <BarChart
      h={240}
      data={data}
      dataKey="month"
      series={[
        { name: 'revenue', label: 'Revenue', color: 'pine.6' },
        { name: 'expenses', label: 'Expenses', color: 'gray.5' },
      ]}
      maxBarWidth={22}
      barProps={{ radius: [3, 3, 0, 0], isAnimationActive: false }}
      gridAxis="x"
      tickLine="none"
      withLegend
      valueFormatter={(value) => money(Math.round(value / minor), currency)}
      yAxisProps={{ ...valueAxis([0, ...values]), width: 64, tickFormatter: numberText }}
      xAxisProps={{ interval: 'preserveStartEnd' }}
      role="img"
      aria-label={label}
    />
  );
}
