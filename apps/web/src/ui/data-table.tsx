import { Skeleton, Table, type TableProps, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './data-table.module.css';
import { Muted } from './muted.tsx';

export type Order = 'asc' | 'desc';

export type Column<Row, Sort extends string = string> = {
  /** Its heading, which also names the value on a card. */
  header: string;
  cell: (row: Row) => ReactNode;
  /** Aligned at its end and never wrapped. */
  figure?: boolean;
  /** Stays on one line, like a date. */
  nowrap?: boolean;
  /** Written by people: breaks within a word rather than widening the table. */
  long?: boolean;
  /** Shown from this width on: `sm` leaves it out on phones. `phoneLine` can say it instead. */
  from?: 'sm' | 'md' | 'lg';
  /** Names its row for screen readers. */
  rowHeader?: boolean;
  /** The order that its heading stands for. */
  sort?: Sort;
  /** Place on a card. Other values have their heading there, and a phone leaves them out. */
  card?: 'title' | 'status' | 'figure';
};

/** The order of the rows. Without `onSort` it is shown and cannot be changed. */
export type TableSort<Sort extends string> = {
  by: Sort;
  order: Order;
  /** The order in which a column is sorted first. */
  usual?: Record<Sort, Order>;
  onSort?: (by: Sort, order: Order) => void;
};

/** Checkboxes before the rows, made by `tableSelection`. */
export type TableSelection<Row> = {
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  has: (row: Row) => boolean;
};

type DataTableProps<Row, Sort extends string> = Pick<
  TableProps,
  'highlightOnHover' | 'verticalSpacing' | 'horizontalSpacing'
> & {
  /** Names the table for screen readers. */
  label: string;
  columns: readonly Column<Row, Sort>[];
  rows: readonly Row[];
  keyOf: (row: Row, index: number) => string | number;
  /** Instead of the table while it has no rows. */
  empty?: ReactNode;
  /** Below the first cell where columns are left out for lack of room. */
  phoneLine?: (row: Row) => ReactNode;
  /** Buttons or a menu at the end of a row. */
  actions?: (row: Row) => ReactNode;
  actionsLabel?: string;
  isFaint?: (row: Row) => boolean;
  sort?: TableSort<Sort>;
  selection?: TableSelection<Row> | undefined;
  /** Keeps the headings in sight; names the background below the table. */
  sticky?: 'paper' | 'surface';
  /** A card for each row, or two lines on a phone. */
  cards?: boolean;
};

/** Below the bar of the app. */
const HEADER_OFFSET = 60;

const FROM = { sm: classes.fromSm, md: classes.fromMd, lg: classes.fromLg };
const LINE_UNTIL = { sm: classes.untilSm, md: classes.untilMd, lg: classes.untilLg };
const CARD = { title: classes.title, status: classes.status, figure: classes.cardFigure };

const classOf = <Row, Sort extends string>({ figure, nowrap, long, from, card }: Column<Row, Sort>) =>
  [figure && classes.figure, nowrap && classes.nowrap, long && classes.long, from && FROM[from], card && CARD[card]]
    .filter(Boolean)
    .join(' ');

/** Rows of one kind in columns. Phones leave columns out and say them in a second line, or show cards. */
export function DataTable<Row, Sort extends string = string>({
  label,
  columns,
  rows,
  keyOf,
  empty,
  phoneLine,
  actions,
  actionsLabel = 'Actions',
  isFaint,
  sort,
  selection,
  sticky,
  cards = false,
  ...tableProps
}: DataTableProps<Row, Sort>) {
  if (rows.length === 0 && empty !== undefined) return empty;
  return (
    <Table
      aria-label={label}
      className={`${classes.table} ${cards ? classes.cards : ''}`}
      stickyHeader={sticky !== undefined}
      stickyHeaderOffset={HEADER_OFFSET}
      data-cards={cards || undefined}
      data-on-surface={sticky === 'surface' || undefined}
      {...tableProps}
    >
      <Table.Thead>
        <Table.Tr>
          {selection && <Table.Th className={classes.choice}>{selection.header}</Table.Th>}
          {columns.map((column) => (
            <Heading key={column.header} column={column} sort={sort} />
          ))}
          {actions && (
            <Table.Th scope="col">
              <VisuallyHidden>{actionsLabel}</VisuallyHidden>
            </Table.Th>
          )}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row, index) => (
          <Table.Tr
            key={keyOf(row, index)}
            className={classes.row}
            data-chosen={selection?.has(row) || undefined}
            {...(isFaint?.(row) && { c: 'dimmed' })}
          >
            {selection && <Table.Td className={classes.choice}>{selection.cell(row)}</Table.Td>}
            <Cells row={row} columns={columns} phoneLine={phoneLine} cards={cards} />
            {actions && <Table.Td className={classes.actions}>{actions(row)}</Table.Td>}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

type HeadingProps<Row, Sort extends string> = { column: Column<Row, Sort>; sort: TableSort<Sort> | undefined };

/** A heading. One that sorts turns the order round when it is pressed again. */
function Heading<Row, Sort extends string>({ column, sort }: HeadingProps<Row, Sort>) {
  const { header, sort: own } = column;
  const isSorted = own !== undefined && sort?.by === own;
  return (
    <Table.Th
      scope="col"
      className={classOf(column)}
      {...(isSorted && { 'aria-sort': sort.order === 'asc' ? ('ascending' as const) : ('descending' as const) })}
    >
      {own !== undefined && sort?.onSort ? (
        <SortButton label={header} own={own} sort={sort} onSort={sort.onSort} />
      ) : (
        header
      )}
    </Table.Th>
  );
}

type SortButtonProps<Sort extends string> = {
  label: string;
  own: Sort;
  sort: TableSort<Sort>;
  onSort: (by: Sort, order: Order) => void;
};

function SortButton<Sort extends string>({ label, own, sort, onSort }: SortButtonProps<Sort>) {
  const usual = sort.usual?.[own] ?? 'asc';
  const isSorted = sort.by === own;
  const order = isSorted ? sort.order : usual;
  const Arrow = order === 'asc' ? IconArrowUp : IconArrowDown;
  const next = isSorted ? (order === 'asc' ? 'desc' : 'asc') : usual;
  return (
    <UnstyledButton className={classes.sort} onClick={() => onSort(own, next)}>
      {label}
      <Arrow size={14} stroke={2} aria-hidden className={classes.arrow} data-sorted={isSorted || undefined} />
    </UnstyledButton>
  );
}

type CellsProps<Row, Sort extends string> = {
  row: Row;
  columns: readonly Column<Row, Sort>[];
  phoneLine: ((row: Row) => ReactNode) | undefined;
  cards: boolean;
};

function Cells<Row, Sort extends string>({ row, columns, phoneLine, cards }: CellsProps<Row, Sort>) {
  const until = columns.find(({ from }) => from !== undefined)?.from ?? 'sm';
  return columns.map((column, index) => {
    const { header, cell, rowHeader, card } = column;
    const isLabelled = cards && card !== 'title' && card !== 'status';
    const Cell = rowHeader ? Table.Th : Table.Td;
    return (
      <Cell
        key={header}
        className={classOf(column)}
        data-label={isLabelled ? header : undefined}
        {...(rowHeader && { scope: 'row' })}
      >
        {cell(row)}
        {index === 0 && phoneLine && <Muted className={LINE_UNTIL[until]}>{phoneLine(row)}</Muted>}
      </Cell>
    );
  });
}

type TableSkeletonProps = { rows?: number };

/** The outline of a `DataTable` while it loads, for the `skeleton` of a `QueryBoundary`. */
export const TableSkeleton = ({ rows = 8 }: TableSkeletonProps) => (
  <div className={classes.outline}>
    {Array.from({ length: rows }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the outline never changes its order.
      <div key={index}>
        <Skeleton h={12} w="40%" />
        <Skeleton h={12} w="15%" />
      </div>
    ))}
  </div>
);
