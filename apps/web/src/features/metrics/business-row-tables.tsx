import { Anchor } from '@mantine/core';
import type { BusinessRow, BusinessRowOf } from '@stridewell/contract/metrics/metrics';
import { dayLabel } from '@stridewell/contract/time';
import { Link } from '@tanstack/react-router';
import { listText, money, numberText } from '../../lib/format.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Muted } from '../../ui/muted.tsx';
import { signedText } from './metrics.wording.ts';

type RowTableProps<Row> = {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  phoneLine?: (row: Row) => string;
};

/** A row is one of its day: a client may have several in a list. */
const RowTable = <Row extends { id: string; on?: string }>(props: RowTableProps<Row>) => (
  <DataTable keyOf={({ id, on = '' }) => `${id} ${on}`} {...props} />
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
  { header: 'Date', nowrap: true, cell: ({ occurredOn }) => dayLabel(occurredOn, today) },
  { header: 'Kind', from: 'sm', cell: ({ kind }) => KIND_LABELS[kind] },
  {
    header: 'From or to',
    long: true,
    cell: ({ clientId, clientName, payee, note }) => (
      <>
        {clientId && clientName ? clientLink(coachId, clientId, clientName) : payee}
        {note && <Muted lineClamp={1}>{note}</Muted>}
      </>
    ),
  },
  { header: 'Category', long: true, from: 'sm', cell: ({ category }) => category },
  {
    header: 'Amount',
    figure: true,
    cell: ({ kind, amountCents, currency }) =>
      `${kind === 'refund' || (isMixed && kind === 'expense') ? '−' : ''}${money(amountCents, currency)}`,
  },
];

const subscriptionColumns = ({ coachId, today, currency }: Shown): Column<BusinessRowOf<'subscription'>>[] => [
  { header: 'Client', cell: ({ clientId, clientName }) => clientLink(coachId, clientId, clientName) },
  { header: 'Subscription', cell: ({ name }) => name },
  { header: 'Since', nowrap: true, cell: ({ on }) => dayLabel(on, today) },
  { header: 'A month', figure: true, cell: ({ cents }) => money(cents, currency) },
];

const movementColumns = ({ coachId, today, currency }: Shown): Column<BusinessRowOf<'movement'>>[] => [
  { header: 'Date', nowrap: true, cell: ({ on }) => dayLabel(on, today) },
  {
    header: 'Client',
    long: true,
    cell: ({ clientId, clientName, names }) => (
      <>
        {clientLink(coachId, clientId, clientName)}
        <Muted lineClamp={2}>{listText(names)}</Muted>
      </>
    ),
  },
  { header: 'Before', figure: true, cell: ({ beforeCents }) => money(beforeCents, currency) },
  { header: 'After', figure: true, cell: ({ afterCents }) => money(afterCents, currency) },
  {
    header: 'Change',
    figure: true,
    cell: ({ beforeCents, afterCents }) => signedText(afterCents - beforeCents, currency),
  },
];

const clientColumns = ({ coachId, today }: Shown): Column<BusinessRowOf<'client'>>[] => [
  {
    header: 'Client',
    cell: ({ id, clientName }) => (clientName === null ? 'Deleted client' : clientLink(coachId, id, clientName)),
  },
  { header: 'First payment', cell: ({ on }) => dayLabel(on, today) },
  { header: 'Latest payment', cell: ({ lastPaidOn }) => dayLabel(lastPaidOn, today) },
  { header: 'Months with payments', figure: true, cell: ({ months }) => numberText(months) },
];

const activeColumns = ({ coachId, today }: Shown): Column<BusinessRowOf<'active'>>[] => [
  { header: 'Client', cell: ({ id, clientName }) => clientLink(coachId, id, clientName) },
  { header: 'Client since', cell: ({ on }) => dayLabel(on, today) },
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
      return (
        <RowTable
          label="Entries"
          columns={entryColumns(shown, isMixed)}
          rows={rowsOf(rows, 'entry')}
          phoneLine={({ kind, category }) => [KIND_LABELS[kind], category].filter(Boolean).join(', ')}
        />
      );
  }
}
