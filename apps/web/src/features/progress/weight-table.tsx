import type { TrendPoint } from '@stridewell/contract/progress/progress.rules';
import { relativeDayLabel } from '@stridewell/contract/time';
import { type UnitSystem, weightForDisplay, weightUnit } from '@stridewell/contract/units';
import { DataTable } from '../../ui/data-table.tsx';

type WeightTableProps = { points: readonly TrendPoint[]; today: string; units: UnitSystem };

/** The weights of the chart, the newest first. */
export function WeightTable({ points, today, units }: WeightTableProps) {
  return (
    <DataTable
      label="Weights by day"
      columns={[
        { header: 'Date', cell: ({ day }) => relativeDayLabel(day, today) },
        {
          header: `Weight, ${weightUnit(units)}`,
          figure: true,
          cell: ({ weightKg }) => weightForDisplay(weightKg, units).toFixed(1),
        },
        {
          header: `Trend, ${weightUnit(units)}`,
          figure: true,
          cell: ({ trendKg }) => weightForDisplay(trendKg, units).toFixed(1),
        },
      ]}
      rows={points.toReversed()}
      keyOf={({ day }) => day}
    />
  );
}
