import { Anchor, Group, Stack, Table, Text } from '@mantine/core';
import type { LedgerRowView } from '@stridewell/contract/metrics';
import type { RowKind } from '@stridewell/contract/metrics.periods.rules';
import { dayLabel } from '@stridewell/contract/time';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../../components/empty-state.tsx';
import { LoadMore } from '../../components/load-more.tsx';
import { Muted } from '../../components/muted.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { money, numberText } from '../../lib/format.ts';
import classes from './business.module.css';
import { rowsQuery } from './metrics.queries.ts';
import type { RowsSearch } from './metrics.search.ts';

export const ROW_TITLES: Record<RowKind, string> = { revenue: 'Revenue', expense: 'Expenses', all: 'Net profit' };
const KIND_LABELS = { revenue: 'Revenue', refund: 'Refund', expense: 'Expense' } as const;

/** Every entry behind a figure, with the same sum. */
export function BusinessRows({ coachId, search }: { coachId: string; search: RowsSearch }) {
  const query = useInfiniteQuery(rowsQuery(coachId, search));
  return (
    <QueryBoundary query={query} failed="The entries could not be loaded" skeleton={420}>
      {({ pages }) => {
        const rows = pages.flatMap((page) => page.rows);
        const { total = 0, cents = 0, today = '' } = pages[0] ?? {};
        if (rows.length === 0) return <EmptyState title="No entries in this period" />;
        return (
          <Stack gap="sm">
            <Group justify="space-between" align="baseline">
              <Text ff="heading" fz={28} fw={650}>
                {money(cents, search.currency)}
              </Text>
              <Muted role="status">{total === 1 ? '1 entry' : `${numberText(total)} entries`}</Muted>
            </Group>
            <div className={classes.scroll}>
              <RowTable coachId={coachId} rows={rows} today={today} isMixed={search.kind === 'all'} />
            </div>
            <LoadMore query={query} label="Show more" failed="More entries could not be loaded" />
          </Stack>
        );
      }}
    </QueryBoundary>
  );
}

type RowTableProps = { coachId: string; rows: readonly LedgerRowView[]; today: string; isMixed: boolean };

/** Refunds are subtracted; expenses too, where the list has both directions. */
const RowTable = ({ coachId, rows, today, isMixed }: RowTableProps) => (
  <Table className={classes.table} aria-label="Entries">
    <Table.Thead>
      <Table.Tr>
        <Table.Th>Day</Table.Th>
        <Table.Th>Kind</Table.Th>
        <Table.Th>From or to</Table.Th>
        <Table.Th>Category</Table.Th>
        <Table.Th className={classes.figure}>Amount</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {rows.map(({ id, kind, amountCents, currency, occurredOn, category, payee, note, clientId, clientName }) => (
        <Table.Tr key={id}>
          <Table.Td>{dayLabel(occurredOn, today)}</Table.Td>
          <Table.Td>{KIND_LABELS[kind]}</Table.Td>
          <Table.Td>
            {clientId && clientName ? (
              <Anchor component={Link} to={`/coach/${coachId}/client/${clientId}`} c="inherit">
                {clientName}
              </Anchor>
            ) : (
              payee
            )}
            {note && <Muted lineClamp={1}>{note}</Muted>}
          </Table.Td>
          <Table.Td>{category}</Table.Td>
          <Table.Td className={classes.figure}>
            {kind === 'refund' || (isMixed && kind === 'expense') ? '−' : ''}
            {money(amountCents, currency)}
          </Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
);
