import { Anchor, Stack, Table, Title, UnstyledButton } from '@mantine/core';
import type { ClientPerformance } from '@stridewell/contract/performance/performance';
import type { DoneCount, PerformanceWeeks } from '@stridewell/contract/performance/performance.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import { workoutPercent } from '@stridewell/contract/workouts/workouts.adherence.rules';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { weightChangeLabel } from '../../lib/format.ts';
import { percentText } from '../../shared/figure-text.ts';
import {
  type PerformanceOrder,
  type PerformanceSearch,
  type PerformanceSort,
  USUAL_SORT_ORDER,
} from './performance.search.ts';
import { pointsText, weightChangeName } from './performance.wording.ts';
import classes from './performance-table.module.css';

type ClientPerformanceTableProps = {
  coachId: string;
  clients: readonly ClientPerformance[];
  weeks: PerformanceWeeks;
  units: UnitSystem;
  search: PerformanceSearch;
  /** The status of a client as other screens show it. */
  statusOf: (client: ClientPerformance) => ReactNode;
  onSort: (sort: PerformanceSort, order: PerformanceOrder) => void;
};

/** Below the bar of the app. */
const HEADER_OFFSET = 60;

const VALUES: Record<Exclude<PerformanceSort, 'name'>, (client: ClientPerformance) => number | null> = {
  workouts: ({ workouts }) => workoutPercent(workouts),
  checkIns: ({ checkIns }) => workoutPercent(checkIns),
  streak: ({ streak }) => streak,
  weight: ({ changeKg }) => changeKg,
};

/** The clients in the order of a column; those without a value are last, and equal ones stay by name. */
function sortClients(
  clients: readonly ClientPerformance[],
  { sort = 'name', order = USUAL_SORT_ORDER[sort] }: PerformanceSearch,
): ClientPerformance[] {
  if (sort === 'name') return order === 'asc' ? [...clients] : clients.toReversed();
  const read = VALUES[sort];
  const direction = order === 'asc' ? 1 : -1;
  return clients.toSorted((a, b) => {
    const [left, right] = [read(a), read(b)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return direction * (left - right);
  });
}

/** The clients of the report; each name leads to the client's page. */
export function ClientPerformanceTable(props: ClientPerformanceTableProps) {
  const { clients, search, weeks } = props;
  return (
    <Stack component="section" aria-label="By client" gap="sm">
      <Title order={2} size="h3">
        By client
      </Title>
      <Table
        highlightOnHover
        stickyHeader
        stickyHeaderOffset={HEADER_OFFSET}
        verticalSpacing={8}
        className={classes.table}
      >
        <Table.Thead>
          <Table.Tr>
            <SortHeader {...props} sort="name" label="Client" />
            <Table.Th scope="col" className={classes.extra}>
              Status
            </Table.Th>
            <SortHeader {...props} sort="workouts" label="Workouts done" figure />
            <Table.Th scope="col" className={`${classes.figure} ${classes.extra}`}>
              Change
            </Table.Th>
            <SortHeader {...props} sort="checkIns" label="Check-ins sent" figure />
            <SortHeader {...props} sort="streak" label="Streak" figure extra />
            <SortHeader {...props} sort="weight" label={weightChangeName(weeks)} figure extra />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sortClients(clients, search).map((client) => (
            <ClientRow key={client.clientId} {...props} client={client} />
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  );
}

type SortHeaderProps = Pick<ClientPerformanceTableProps, 'search' | 'onSort'> & {
  sort: PerformanceSort;
  label: string;
  figure?: boolean;
  /** Left out on phones. */
  extra?: boolean;
};

/** A heading that sorts the table, and turns the order round when pressed again. */
function SortHeader({ search, onSort, sort, label, figure = false, extra = false }: SortHeaderProps) {
  const isSorted = (search.sort ?? 'name') === sort;
  const order = (isSorted && search.order) || USUAL_SORT_ORDER[sort];
  const Arrow = order === 'asc' ? IconArrowUp : IconArrowDown;
  const next = isSorted ? (order === 'asc' ? 'desc' : 'asc') : USUAL_SORT_ORDER[sort];
  return (
    <Table.Th
      scope="col"
      className={[figure && classes.figure, extra && classes.extra].filter(Boolean).join(' ')}
      {...(isSorted && { 'aria-sort': order === 'asc' ? ('ascending' as const) : ('descending' as const) })}
    >
      <UnstyledButton className={classes.sort} onClick={() => onSort(sort, next)}>
        {label}
        <Arrow size={14} stroke={2} aria-hidden className={classes.arrow} data-sorted={isSorted || undefined} />
      </UnstyledButton>
    </Table.Th>
  );
}

type ClientRowProps = ClientPerformanceTableProps & { client: ClientPerformance };

function ClientRow({ coachId, client, units, statusOf }: ClientRowProps) {
  const { clientId, name, workouts, workoutsBefore, checkIns, streak, changeKg } = client;
  return (
    <Table.Tr>
      <Table.Th scope="row" className={classes.name}>
        <Anchor component={Link} to={`/coach/${coachId}/client/${clientId}`} c="inherit" fw={600}>
          {name}
        </Anchor>
      </Table.Th>
      <Table.Td className={classes.extra}>{statusOf(client)}</Table.Td>
      <ShareCell count={workouts} />
      <Table.Td className={`${classes.figure} ${classes.extra}`}>{pointsText(workouts, workoutsBefore)}</Table.Td>
      <ShareCell count={checkIns} />
      <Table.Td className={`${classes.figure} ${classes.extra}`}>{streak}</Table.Td>
      <Table.Td className={`${classes.figure} ${classes.extra}`}>
        {changeKg === null ? '–' : (weightChangeLabel(changeKg, units) ?? 'No change')}
      </Table.Td>
    </Table.Tr>
  );
}

type ShareCellProps = {
  count: DoneCount;
  /** Of several clients: the mean. */
  percent?: number | null;
};

/** A share with the numbers behind it. */
export function ShareCell({ count, percent = workoutPercent(count) }: ShareCellProps) {
  return (
    <Table.Td className={classes.figure}>
      <span className={classes.share}>
        {count.due > 0 && (
          <span className={classes.detail}>
            {count.done} of {count.due}
          </span>
        )}
        <span className={classes.percent}>{percentText(percent)}</span>
      </span>
    </Table.Td>
  );
}
