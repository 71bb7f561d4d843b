import { Anchor, Table, Text } from '@mantine/core';
import type { Prospect } from '@stridewell/contract/prospects/prospects';
import { PROSPECT_STAGE_LABELS, TOUCH_LABELS } from '@stridewell/contract/prospects/prospects.rules';
import { relativeDayLabel } from '@stridewell/contract/time';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { longDate } from '../../lib/format.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Muted } from '../../ui/muted.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { prospectsQuery } from './prospects.queries.ts';
import type { ProspectsSearch } from './prospects.search.ts';
import classes from './prospects-page.module.css';

type ProspectListProps = { search: ProspectsSearch; today: string; whenNone: ReactNode };

/** The prospects in a table, those who came last first. */
export function ProspectList({ search, today, whenNone }: ProspectListProps) {
  const query = useInfiniteQuery(prospectsQuery(search));
  return (
    <QueryBoundary query={query} failed="The prospects could not be loaded" skeleton={420}>
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
    <Table highlightOnHover layout="fixed" className={classes.table}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th className={classes.who}>Prospect</Table.Th>
          <Table.Th>Stage</Table.Th>
          <Table.Th className={classes.extra}>Source</Table.Th>
          <Table.Th className={classes.extra}>First touch</Table.Th>
          <Table.Th className={classes.extra}>Next step</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {prospects.map(({ id, name, email, stage, firstTouch, firstTouchAt, heardFrom, nextStepOn }) => (
          <Table.Tr key={id}>
            <Table.Td>
              <Anchor component={Link} to={`/operator/pipeline/${id}`} c="inherit" fw={600} lineClamp={2}>
                {name}
              </Anchor>
              <Muted lineClamp={2}>{email}</Muted>
            </Table.Td>
            <Table.Td>{PROSPECT_STAGE_LABELS[stage]}</Table.Td>
            <Table.Td className={classes.extra}>
              <Text size="sm" lineClamp={2}>
                {[TOUCH_LABELS[firstTouch], heardFrom].filter(Boolean).join(', ')}
              </Text>
            </Table.Td>
            <Table.Td className={classes.extra}>{longDate(firstTouchAt, timeZone)}</Table.Td>
            <Table.Td className={classes.extra}>{nextStepOn && relativeDayLabel(nextStepOn, today)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
