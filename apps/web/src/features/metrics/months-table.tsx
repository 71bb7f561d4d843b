import { Anchor } from '@mantine/core';
import type { BusinessMetrics } from '@stridewell/contract/metrics/metrics';
import { lastOfMonth } from '@stridewell/contract/metrics/metrics.periods.rules';
import { Link } from '@tanstack/react-router';
import { money } from '../../lib/format.ts';
import { DataTable } from '../../ui/data-table.tsx';
import classes from './business.module.css';
import { rowsPath } from './figure-link.tsx';
import { monthLabel } from './metrics.wording.ts';

type MonthsTableProps = { coachId: string; months: BusinessMetrics['months']; currency: string; today: string };

type Month = BusinessMetrics['months'][number];

/** The chart in figures, the newest month first. Each one leads to its rows. */
export function MonthsTable({ coachId, months, currency, today }: MonthsTableProps) {
  const figure = (header: string, kind: 'revenue' | 'expense' | 'all', centsOf: (month: Month) => number) => ({
    header,
    figure: true,
    cell: (row: Month) => {
      const period = { from: row.month, to: [lastOfMonth(row.month), today].sort()[0] ?? today, currency };
      return (
        <Anchor component={Link} to={rowsPath(coachId, { ...period, kind })} c="inherit">
          {money(centsOf(row), currency)}
        </Anchor>
      );
    },
  });
  return (
    <div className={classes.scroll}>
      <DataTable
        label="Revenue and expenses by month"
        columns={[
          { header: 'Month', cell: ({ month }) => monthLabel(month) },
          figure('Revenue', 'revenue', ({ revenue }) => revenue),
          figure('Expenses', 'expense', ({ expenses }) => expenses),
          figure('Net profit', 'all', ({ revenue, expenses }) => revenue - expenses),
        ]}
        rows={months.toReversed()}
        keyOf={({ month }) => month}
      />
    </div>
  );
}
