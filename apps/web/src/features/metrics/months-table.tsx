import { Anchor, Table } from '@mantine/core';
import type { BusinessMetrics } from '@stridewell/contract/metrics/metrics';
import { lastOfMonth } from '@stridewell/contract/metrics/metrics.periods.rules';
import { Link } from '@tanstack/react-router';
import { money } from '../../lib/format.ts';
import classes from './business.module.css';
import { rowsPath } from './figure-link.tsx';
import { monthLabel } from './metrics.wording.ts';

type MonthsTableProps = { coachId: string; months: BusinessMetrics['months']; currency: string; today: string };

/** The chart in figures, the newest month first. Each one leads to its rows. */
export function MonthsTable({ coachId, months, currency, today }: MonthsTableProps) {
  return (
    <div className={classes.scroll}>
      <Table className={classes.table} aria-label="Revenue and expenses by month">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Month</Table.Th>
            <Table.Th className={classes.figure}>Revenue</Table.Th>
            <Table.Th className={classes.figure}>Expenses</Table.Th>
            <Table.Th className={classes.figure}>Net profit</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {months.toReversed().map(({ month, revenue, expenses }) => {
            const period = { from: month, to: [lastOfMonth(month), today].sort()[0] ?? today, currency };
            const cells = [
              { kind: 'revenue' as const, cents: revenue },
              { kind: 'expense' as const, cents: expenses },
              { kind: 'all' as const, cents: revenue - expenses },
            ];
            return (
              <Table.Tr key={month}>
                <Table.Td>{monthLabel(month)}</Table.Td>
                {cells.map(({ kind, cents }) => (
                  <Table.Td key={kind} className={classes.figure}>
                    <Anchor component={Link} to={rowsPath(coachId, { ...period, kind })} c="inherit">
                      {money(cents, currency)}
                    </Anchor>
                  </Table.Td>
                ))}
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </div>
  );
}
