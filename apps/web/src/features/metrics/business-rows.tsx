import { Group, Stack, Text } from '@mantine/core';
import type { RowKind } from '@stridewell/contract/metrics/metrics.periods.rules';
import type { MrrMovement } from '@stridewell/contract/money/money.mrr.rules';
import { useInfiniteQuery } from '@tanstack/react-query';
import { money, numberText } from '../../lib/format.ts';
import { TableSkeleton } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Muted } from '../../ui/muted.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import classes from './business.module.css';
import { BusinessRowTable } from './business-row-tables.tsx';
import { rowsQuery } from './metrics.queries.ts';
import type { RowsSearch } from './metrics.search.ts';
import { isMovement, MOVEMENTS, periodLabel, signedText } from './metrics.wording.ts';

type RowWords = { title: string; one: string; many: string; none: string };

const ENTRIES = { one: 'entry', many: 'entries', none: 'No entries in this period' };
const FIGURES: Record<Exclude<RowKind, MrrMovement>, RowWords> = {
  revenue: { ...ENTRIES, title: 'Revenue' },
  expense: { ...ENTRIES, title: 'Expenses' },
  all: { ...ENTRIES, title: 'Net profit' },
  mrr: { title: 'MRR', one: 'subscription', many: 'subscriptions', none: 'No subscription was paid on this day' },
  cohort: { title: 'First payments', one: 'client', many: 'clients', none: 'No first payments in this period' },
  active: { title: 'Active clients', one: 'client', many: 'clients', none: 'No active clients' },
};

function wordsOf(kind: RowKind): RowWords {
  if (!isMovement(kind)) return FIGURES[kind];
  const title = `MRR: ${MOVEMENTS[kind].label}`;
  return { title, one: 'change', many: 'changes', none: 'No such changes in this period' };
}

/** MRR is that of the last day and active clients are those of today; all others count the whole period. */
export const rowsTitle = ({ kind, from, to }: RowsSearch): string =>
  kind === 'active'
    ? `${wordsOf(kind).title} today`
    : `${wordsOf(kind).title}, ${periodLabel({ from: kind === 'mrr' ? to : from, to })}`;

/** Every row behind a figure, with the same sum. */
export function BusinessRows({ coachId, search }: { coachId: string; search: RowsSearch }) {
  const query = useInfiniteQuery(rowsQuery(coachId, search));
  const { kind, currency } = search;
  const { one, many, none } = wordsOf(kind);
  const figure = isMovement(kind) ? signedText : money;
  return (
    <QueryBoundary query={query} failed={`The ${many} could not be loaded`} skeleton={<TableSkeleton />}>
      {({ pages }) => {
        const rows = pages.flatMap((page) => page.rows);
        const { total = 0, cents = 0, today = '' } = pages[0] ?? {};
        if (rows.length === 0) return <EmptyState title={none} />;
        const count = `${numberText(total)} ${total === 1 ? one : many}`;
        return (
          <Stack gap="sm">
            <Group justify="space-between" align="baseline">
              <Text ff="heading" fz={28} fw={650}>
                {cents === null ? count : figure(cents, currency)}
              </Text>
              {cents !== null && <Muted role="status">{count}</Muted>}
            </Group>
            <div className={classes.scroll}>
              <BusinessRowTable
                coachId={coachId}
                rows={rows}
                today={today}
                currency={currency}
                isMixed={kind === 'all'}
              />
            </div>
            <LoadMore query={query} label="Show more" failed={`More ${many} could not be loaded`} />
          </Stack>
        );
      }}
    </QueryBoundary>
  );
}
