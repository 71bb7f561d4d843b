import type { BusinessMetrics } from '@stridewell/contract/metrics/metrics';
import { toMajorUnits } from '@stridewell/contract/money/money.amounts.rules';
import { money, numberText } from '../../lib/format.ts';
import { valueAxis } from '../../lib/value-axis.ts';
import { BarChart } from '../../ui/bar-chart.tsx';
import { shortMonth } from './metrics.wording.ts';

type BusinessChartProps = {
  months: BusinessMetrics['months'];
  currency: string;
  /** Summary of the chart in a sentence; the table of months has its figures. */
  label: string;
};

/** Revenue and expenses month by month. */
export function BusinessChart({ months, currency, label }: BusinessChartProps) {
  const revenue = months.map((month) => toMajorUnits(month.revenue, currency));
  const expenses = months.map((month) => toMajorUnits(month.expenses, currency));
  const minor = toMajorUnits(1, currency);
  return (
    <BarChart
      label={label}
      height={240}
      names={months.map(({ month }) => shortMonth(month))}
      series={[
        { label: 'Revenue', color: 'pine-6', values: revenue },
        { label: 'Expenses', color: 'gray-5', values: expenses },
      ]}
      withLegend
      maxBarWidth={22}
      valueAxis={{ ...valueAxis([0, ...revenue, ...expenses]), width: 64, text: numberText }}
      valueText={(value) => money(Math.round(value / minor), currency)}
    />
  );
}
