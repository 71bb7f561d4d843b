import { Anchor, Text } from '@mantine/core';
import type { Prospect } from '@stridewell/contract/prospects/prospects';
import { PROSPECT_STAGE_LABELS, TOUCH_LABELS } from '@stridewell/contract/prospects/prospects.rules';
import { relativeDayLabel } from '@stridewell/contract/time';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { longDate } from '../../lib/format.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { DataTable, TableSkeleton } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Muted } from '../../ui/muted.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { prospectsQuery } from './prospects.queries.ts';
import type { ProspectsSearch } from './prospects.search.ts';

type ProspectListProps = { search: ProspectsSearch; today: string; whenNone: ReactNode };

/** The prospects in a table, those who came last first. */
export function ProspectList({ search, today, whenNone }: ProspectListProps) {
  const query = useInfiniteQuery(prospectsQuery(search));
  return (
    <QueryBoundary query={query} failed="The prospects could not be loaded" skeleton={<TableSkeleton />}>
      {({ pages }) => {
        const prospects = pages.flatMap((page) => page.prospects);
        if (prospects.length === 0) {
          return search.q || search.stage ? (
            <EmptyState role="status" title="No prospects match">
              Change the search or the stage above.
            </EmptyState>
          ) : (
            whenNone
          );
        }
        return (
          <>
            <ProspectTable prospects={prospects} today={today} />
            <LoadMore query={query} label="Show more" failed="More prospects could not be loaded" />
          </>
        );
      }}
    </QueryBoundary>
  );
}

function ProspectTable({ prospects, today }: { prospects: readonly Prospect[]; today: string }) {
  const timeZone = useTimeZone();
  return (
    <DataTable
      highlightOnHover
      label="Prospects"
      columns={[
        {
          header: 'Prospect',
          long: true,
          cell: ({ id, name, email }) => (
            <>
              <Anchor component={Link} to={`/operator/pipeline/${id}`} c="inherit" fw={600} lineClamp={2}>
                {name}
              </Anchor>
              <Muted lineClamp={2}>{email}</Muted>
            </>
          ),
        },
        { header: 'Stage', cell: ({ stage }) => PROSPECT_STAGE_LABELS[stage] },
        {
          header: 'Source',
          long: true,
          from: 'sm',
          cell: ({ firstTouch, heardFrom }) => (
            <Text size="sm" lineClamp={2}>
              {[TOUCH_LABELS[firstTouch], heardFrom].filter(Boolean).join(', ')}
            </Text>
          ),
        },
        {
          header: 'First touch',
          nowrap: true,
          from: 'sm',
          cell: ({ firstTouchAt }) => longDate(firstTouchAt, timeZone),
        },
        {
          header: 'Next step',
          nowrap: true,
          from: 'sm',
          cell: ({ nextStepOn }) => nextStepOn && relativeDayLabel(nextStepOn, today),
        },
      ]}
      rows={prospects}
      keyOf={({ id }) => id}
    />
  );
}
