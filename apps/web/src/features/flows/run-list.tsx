import { Badge, Stack, Text } from '@mantine/core';
import type { FlowRun } from '@stridewell/contract/flows/flows';
import { useInfiniteQuery } from '@tanstack/react-query';
import { momentLabel } from '../../lib/format.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { clientColumn } from '../../shared/client-column.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Muted } from '../../ui/muted.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { flowRunsQuery } from './flows.queries.ts';
import { OUTCOME_TEXTS, runText } from './flows.wording.ts';

/** The runs of a coach's rules with clients, newest first. */
export function RunList({ coachId }: { coachId: string }) {
  const query = useInfiniteQuery(flowRunsQuery(coachId));
  const timeZone = useTimeZone();
  return (
    <SectionCard title="History">
      <QueryBoundary
        query={query}
        failed="The history could not be loaded"
        skeleton={160}
        isEmpty={({ pages }) => pages[0]?.runs.length === 0}
        empty={<Muted>Nothing has been sent yet.</Muted>}
      >
        {({ pages }) => (
          <Stack gap="md">
            <DataTable<FlowRun>
              label="History"
              columns={[
                clientColumn(coachId),
                { header: 'Rule', long: true, from: 'md', cell: ({ flowName }) => flowName },
                { header: 'What happened', from: 'sm', cell: (run) => <What run={run} timeZone={timeZone} /> },
                {
                  header: 'Started',
                  nowrap: true,
                  from: 'lg',
                  cell: ({ startedAt }) => momentLabel(startedAt, timeZone),
                },
              ]}
              rows={pages.flatMap(({ runs }) => runs)}
              keyOf={({ id }) => id}
              phoneLine={(run) => <What run={run} timeZone={timeZone} />}
            />
            <LoadMore query={query} label="Show older history" failed="Older history could not be loaded" />
          </Stack>
        )}
      </QueryBoundary>
    </SectionCard>
  );
}

/** Phones show it in a paragraph. */
function What({ run, timeZone }: { run: FlowRun; timeZone: string }) {
  return (
    <Stack component="span" gap={4} align="flex-start">
      <Text span size="sm">
        {runText(run, timeZone)}
      </Text>
      {run.outcome && (
        <Badge component="span" {...(run.outcome !== 'back' && { color: 'gray' })}>
          {OUTCOME_TEXTS[run.outcome]}
        </Badge>
      )}
    </Stack>
  );
}
