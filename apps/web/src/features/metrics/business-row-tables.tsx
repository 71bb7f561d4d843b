import { Anchor, Table } from '@mantine/core';
import type { BusinessRow, BusinessRowOf } from '@stridewell/contract/metrics/metrics';
import { dayLabel } from '@stridewell/contract/time';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { listText, money, numberText } from '../../lib/format.ts';
import { Muted } from '../../ui/muted.tsx';
import classes from './business.module.css';
import { signedText } from './metrics.wording.ts';

type Column<Row> = { title: string; isFigure?: boolean; cell: (row: Row) => ReactNode };
type RowTableProps<Row> = { label: string; columns: readonly Column<Row>[]; rows: readonly Row[] };

/** A row is one of its day: a client may have several in a list. */
const RowTable = <Row extends { id: string; on?: string }>({ label, columns, rows }: RowTableProps<Row>) => (
  <Table className={classes.table} aria-label={label}>
    <Table.Thead>
      <Table.Tr>
        {columns.map(({ title, isFigure }) => (
          <Table.Th key={title} className={isFigure ? classes.figure : undefined}>
            {title}
          </Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {rows.map((row) => (
        <Table.Tr key={`${row.id} ${row.on ?? ''}`}>
          {columns.map(({ title, isFigure, cell }) => (
            <Table.Td key={title} className={isFigure ? classes.figure : undefined}>
              {cell(row)}
            </Table.Td>
          ))}
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
);

const clientLink = (coachId: string, clientId: string, name: string) => (
  <Anchor component={Link} to={`/coach/${coachId}/client/${clientId}`} c="inherit" inherit>
    {name}
  </Anchor>
);

const KIND_LABELS = { revenue: 'Revenue', refund: 'Refund', expense: 'Expense' } as const;

type Shown = { coachId: string; today: string; currency: string };

/** Refunds are subtracted; expenses too, where the list has both directions. */
const entryColumns = ({ coachId, today }: Shown, isMixed: boolean): Column<BusinessRowOf<'entry'>>[] => [
  { title: 'Date', cell: ({ occurredOn }) => dayLabel(occurredOn, today) },
  { title: 'Kind', cell: ({ kind }) => KIND_LABELS[kind] },
  {
    title: 'From or to',
    cell: ({ clientId, clientName, payee, note }) => (
      <>
        {clientId && clientName ? clientLink(coachId, clientId, clientName) : payee}
        {note && <Muted lineClamp={1}>{note}</Muted>}
      </>
    ),
  },
  { title: 'Category', cell: ({ category }) => category },
  {
    title: 'Amount',
    isFigure: true,
    cell: ({ kind, amountCents, currency }) =>
      `${kind === 'refund' || (isMixed && kind === 'expense') ? '−' : ''}${money(amountCents, currency)}`,
  },
];

const subscriptionColumns = ({ coachId, today, currency }: Shown): Column<BusinessRowOf<'subscription'>>[] => [
  { title: 'Client', cell: ({ clientId, clientName }) => clientLink(coachId, clientId, clientName) },
  { title: 'Subscription', cell: ({ name }) => name },
  { title: 'Since', cell: ({ on }) => dayLabel(on, today) },
  { title: 'A month', isFigure: true, cell: ({ cents }) => money(cents, currency) },
];

const movementColumns = ({ coachId, today, currency }: Shown): Column<BusinessRowOf<'movement'>>[] => [
  { title: 'Date', cell: ({ on }) => dayLabel(on, today) },
  {
    title: 'Client',
    cell: ({ clientId, clientName, names }) => (
      <>
        {clientLink(coachId, clientId, clientName)}
        <Muted lineClamp={2}>{listText(names)}</Muted>
      </>
    ),
  },
  { title: 'Before', isFigure: true, cell: ({ beforeCents }) => money(beforeCents, currency) },
  { title: 'After', isFigure: true, cell: ({ afterCents }) => money(afterCents, currency) },
  {
    title: 'Change',
    isFigure: true,
    cell: ({ beforeCents, afterCents }) => signedText(afterCents - beforeCents, currency),
  },
];

const clientColumns = ({ coachId, today }: Shown): Column<BusinessRowOf<'client'>>[] => [
  {
    title: 'Client',
    cell: ({ id, clientName }) => (clientName === null ? 'Deleted client' : clientLink(coachId, id, clientName)),
  },
  { title: 'First payment', cell: ({ on }) => dayLabel(on, today) },
  { title: 'Latest payment', cell: ({ lastPaidOn }) => dayLabel(lastPaidOn, today) },
  { title: 'Months with payments', isFigure: true, cell: ({ months }) => numberText(months) },
];

const activeColumns = ({ coachId, today }: Shown): Column<BusinessRowOf<'active'>>[] => [
  { title: 'Client', cell: ({ id, clientName }) => clientLink(coachId, id, clientName) },
  { title: 'Client since', cell: ({ on }) => dayLabel(on, today) },
];

const rowsOf = <Of extends BusinessRow['of']>(rows: readonly BusinessRow[], of: Of) =>
  rows.filter((row): row is BusinessRowOf<Of> => row.of === of);

type BusinessRowTableProps = Shown & { rows: readonly BusinessRow[]; isMixed: boolean };

/** The rows behind one figure, which are all of one kind. */
export function BusinessRowTable({ rows, isMixed, ...shown }: BusinessRowTableProps) {
  switch (rows[0]?.of) {
    case 'subscription':
      return (
        <RowTable label="Subscriptions" columns={subscriptionColumns(shown)} rows={rowsOf(rows, 'subscription')} />
      );
    case 'movement':
      return <RowTable label="Changes" columns={movementColumns(shown)} rows={rowsOf(rows, 'movement')} />;
    case 'client':
      return <RowTable label="Clients" columns={clientColumns(shown)} rows={rowsOf(rows, 'client')} />;
    case 'active':
      return <RowTable label="Clients" columns={activeColumns(shown)} rows={rowsOf(rows, 'active')} />;
    default:
      return <RowTable label="Entries" columns={entryColumns(shown, isMixed)} rows={rowsOf(rows, 'entry')} />;
  }
}
