import { Anchor, Table } from '@mantine/core';
import type { Lead } from '@stridewell/contract/pipeline/pipeline';
import { LEAD_ORDER, LEAD_STATUS_LABELS, type LeadSort } from '@stridewell/contract/pipeline/pipeline.rules';
import { relativeDayLabel } from '@stridewell/contract/time';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { countLabel, money } from '../../lib/format.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Muted } from '../../ui/muted.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { leadsQuery } from './pipeline.queries.ts';
import type { PipelineSearch } from './pipeline.search.ts';
import classes from './pipeline-list.module.css';

/** Below the bar of the app. */
const HEADER_OFFSET = 60;

type PipelineListProps = { coachId: string; search: PipelineSearch; whenNone: ReactNode };

/** The leads in a table, in pages. */
export function PipelineList({ coachId, search, whenNone }: PipelineListProps) {
  const query = useInfiniteQuery(leadsQuery(coachId, search));
  return (
    <QueryBoundary query={query} failed="The leads could not be loaded" skeleton={420}>
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

function LeadTable({ coachId, leads, today, sort }: LeadTableProps) {
  const sorted = (by: LeadSort) =>
    by === sort ? { 'aria-sort': LEAD_ORDER[by] === 'asc' ? ('ascending' as const) : ('descending' as const) } : {};
  return (
    <Table highlightOnHover stickyHeader stickyHeaderOffset={HEADER_OFFSET} className={classes.table}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th {...sorted('name')}>Lead</Table.Th>
          <Table.Th>Status</Table.Th>
          <Table.Th className={classes.figure} {...sorted('value')}>
            Value
          </Table.Th>
          <Table.Th className={classes.extra}>Source</Table.Th>
          <Table.Th className={classes.extra}>Last contact</Table.Th>
          <Table.Th className={classes.extra} {...sorted('follow_up')}>
            Follow-up
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {leads.map(({ id, name, email, phone, status, valueCents, currency, source, lastContact, followUpOn }) => (
          <Table.Tr key={id}>
            <Table.Td>
              <Anchor component={Link} to={`/coach/${coachId}/pipeline/${id}`} c="inherit" fw={600}>
                {name}
              </Anchor>
              <Muted>{email || phone}</Muted>
            </Table.Td>
            <Table.Td>{LEAD_STATUS_LABELS[status]}</Table.Td>
            <Table.Td className={classes.figure}>{valueCents === null ? '' : money(valueCents, currency)}</Table.Td>
            <Table.Td className={classes.extra}>{source}</Table.Td>
            <Table.Td className={`${classes.extra} ${classes.nowrap}`}>
              {lastContact && relativeDayLabel(lastContact, today)}
            </Table.Td>
            <Table.Td className={`${classes.extra} ${classes.nowrap}`}>
              {followUpOn && relativeDayLabel(followUpOn, today)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
