import { Stack, Title } from '@mantine/core';
import type { ClientPerformance } from '@stridewell/contract/performance/performance';
import type { DoneCount, PerformanceWeeks } from '@stridewell/contract/performance/performance.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import { workoutPercent } from '@stridewell/contract/workouts/workouts.adherence.rules';
import type { ReactNode } from 'react';
import { weightChangeLabel } from '../../lib/format.ts';
import { clientColumn } from '../../shared/client-column.tsx';
import { percentText } from '../../shared/figure-text.ts';
import { DataTable } from '../../ui/data-table.tsx';
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

const VALUES: Record<Exclude<PerformanceSort, 'name'>, (client: ClientPerformance) => number | null> = {
  workouts: ({ workouts }) => workoutPercent(workouts),
  checkIns: ({ checkIns }) => workoutPercent(checkIns),
  nutrition: ({ nutrition }) => workoutPercent(nutrition),
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
  const { coachId, clients, search, weeks, units, statusOf, onSort } = props;
  const { sort = 'name', order = USUAL_SORT_ORDER[sort] } = search;
  return (
    <Stack component="section" aria-label="By client" gap="sm">
      <Title order={2} size="h3">
        By client
      </Title>
      <DataTable<ClientPerformance, PerformanceSort>
        highlightOnHover
        sticky="paper"
        verticalSpacing={8}
        label="Clients"
        sort={{ by: sort, order, usual: USUAL_SORT_ORDER, onSort }}
        columns={[
          { ...clientColumn(coachId), sort: 'name' },
          { header: 'Status', from: 'sm', cell: statusOf },
          {
            header: 'Workouts done',
            sort: 'workouts',
            figure: true,
            cell: ({ workouts }) => <Share count={workouts} />,
          },
          {
            header: 'Change',
            figure: true,
            from: 'sm',
            cell: ({ workouts, workoutsBefore }) => pointsText(workouts, workoutsBefore),
          },
          {
            header: 'Check-ins sent',
            sort: 'checkIns',
            figure: true,
            cell: ({ checkIns }) => <Share count={checkIns} />,
          },
          {
            header: 'Nutrition followed',
            sort: 'nutrition',
            figure: true,
            from: 'sm',
            cell: ({ nutrition }) => percentText(workoutPercent(nutrition)),
          },
          { header: 'Streak', sort: 'streak', figure: true, from: 'sm', cell: ({ streak }) => streak },
          {
            header: weightChangeName(weeks),
            sort: 'weight',
            figure: true,
            from: 'sm',
            cell: ({ changeKg }) => (changeKg === null ? '–' : (weightChangeLabel(changeKg, units) ?? 'No change')),
          },
        ]}
        rows={sortClients(clients, search)}
        keyOf={({ clientId }) => clientId}
      />
    </Stack>
  );
}

type ShareProps = {
  count: DoneCount;
  /** Of several clients: the mean. */
  percent?: number | null;
};

/** A share with the numbers behind it. */
export const Share = ({ count, percent = workoutPercent(count) }: ShareProps) => (
  <span className={classes.share}>
    {count.due > 0 && (
      <span className={classes.detail}>
        {count.done} of {count.due}
      </span>
    )}
    <span className={classes.percent}>{percentText(percent)}</span>
  </span>
);
