import { Anchor } from '@mantine/core';
import type { Lead } from '@stridewell/contract/pipeline/pipeline';
import { LEAD_ORDER, LEAD_STATUS_LABELS, type LeadSort } from '@stridewell/contract/pipeline/pipeline.rules';
import { relativeDayLabel } from '@stridewell/contract/time';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { countLabel, money } from '../../lib/format.ts';
import { DataTable, TableSkeleton } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Muted } from '../../ui/muted.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { leadsQuery } from './pipeline.queries.ts';
import type { PipelineSearch } from './pipeline.search.ts';

type PipelineListProps = { coachId: string; search: PipelineSearch; whenNone: ReactNode };

/** The leads in a table, in pages. */
export function PipelineList({ coachId, search, whenNone }: PipelineListProps) {
  const query = useInfiniteQuery(leadsQuery(coachId, search));
  return (
    <QueryBoundary query={query} failed="The leads could not be loaded" skeleton={<TableSkeleton />}>
      {({ pages }) => {
        const leads = pages.flatMap((page) => page.leads);
        const { total = 0, today = '' } = pages[0] ?? {};
        if (leads.length === 0) {
          return search.q || search.status ? (
            <EmptyState role="status" title="No leads match">
              Change the search or the status above.
            </EmptyState>
          ) : (
            whenNone
          );
        }
        return (
          <>
            <Muted role="status" mb="xs">
              {countLabel(total, 'lead')}
            </Muted>
            <LeadTable coachId={coachId} leads={leads} today={today} sort={search.sort ?? 'newest'} />
            <LoadMore query={query} label="Show more" failed="More leads could not be loaded" />
          </>
        );
      }}
    </QueryBoundary>
  );
}

type LeadTableProps = { coachId: string; leads: readonly Lead[]; today: string; sort: LeadSort };

const LeadTable = ({ coachId, leads, today, sort }: LeadTableProps) => (
  <DataTable
    highlightOnHover
    sticky="paper"
    label="Leads"
    sort={{ by: sort, order: LEAD_ORDER[sort] }}
    columns={[
      {
        header: 'Lead',
        sort: 'name',
        long: true,
        cell: ({ id, name, email, phone }) => (
          <>
            <Anchor component={Link} to={`/coach/${coachId}/pipeline/${id}`} c="inherit" fw={600}>
              {name}
            </Anchor>
            <Muted>{email || phone}</Muted>
          </>
        ),
      },
      { header: 'Status', cell: ({ status }) => LEAD_STATUS_LABELS[status] },
      {
        header: 'Value',
        sort: 'value',
        figure: true,
        cell: ({ valueCents, currency }) => valueCents !== null && money(valueCents, currency),
      },
      { header: 'Source', long: true, from: 'sm', cell: ({ source }) => source },
      {
        header: 'Last contact',
        nowrap: true,
        from: 'sm',
        cell: ({ lastContact }) => lastContact && relativeDayLabel(lastContact, today),
      },
      {
        header: 'Follow-up',
        sort: 'follow_up',
        nowrap: true,
        from: 'sm',
        cell: ({ followUpOn }) => followUpOn && relativeDayLabel(followUpOn, today),
      },
    ]}
    rows={leads}
    keyOf={({ id }) => id}
  />
);
