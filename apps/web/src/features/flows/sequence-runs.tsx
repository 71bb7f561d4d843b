import { Button, Stack, Text } from '@mantine/core';
import type { SequenceRun } from '@stridewell/contract/flows/flows.sequences';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { momentLabel } from '../../lib/format.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { FilterTabs } from '../../ui/filter-tabs.tsx';
import { late } from '../../ui/late.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Muted } from '../../ui/muted.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { sequenceRunsQuery } from './flows.sequences.ts';
import { placeText } from './flows.words.ts';
import { PersonLink } from './person-link.tsx';

const RunDialog = late(async () => (await import('./run-dialog.tsx')).RunDialog);

const SHOWS = [
  { value: 'open', label: 'In it now' },
  { value: 'ended', label: 'Finished or left' },
];

/** The people in a flow and those who left it, each with their place. */
export function SequenceRuns({ coachId, sequenceId }: { coachId: string; sequenceId: string }) {
  const [show, setShow] = useState<'open' | 'ended'>('open');
  const [shown, setShown] = useState<string | null>(null);
  const query = useInfiniteQuery(sequenceRunsQuery(coachId, sequenceId, show));
  const timeZone = useTimeZone();
  const place = (run: SequenceRun) => (
    <Text span size="sm">
      {placeText(run, timeZone)}
    </Text>
  );
  return (
    <SectionCard title="People">
      <Stack gap="md">
        <FilterTabs
          label="People"
          data={SHOWS}
          value={show}
          onChange={(value) => setShow(value === 'ended' ? 'ended' : 'open')}
        />
        <QueryBoundary
          query={query}
          failed="The people could not be loaded"
          skeleton={160}
          isEmpty={({ pages }) => pages[0]?.runs.length === 0}
          empty={<Muted>{show === 'open' ? 'No one is in this flow.' : 'No one has finished or left it yet.'}</Muted>}
        >
          {({ pages }) => (
            <Stack gap="md">
              <DataTable<SequenceRun>
                label="People"
                columns={[
                  {
                    header: 'Name',
                    rowHeader: true,
                    long: true,
                    cell: (run) => <PersonLink coachId={coachId} person={run} />,
                  },
                  { header: 'Where', from: 'sm', long: true, cell: place },
                  {
                    header: 'Started',
                    nowrap: true,
                    from: 'md',
                    cell: ({ startedAt }) => momentLabel(startedAt, timeZone),
                  },
                ]}
                rows={pages.flatMap(({ runs }) => runs)}
                keyOf={({ id }) => id}
                phoneLine={place}
                actions={({ id, name }) => (
                  <Button
                    size="compact-sm"
                    variant="light"
                    aria-label={`Show what happened with ${name}`}
                    onClick={() => setShown(id)}
                  >
                    Show
                  </Button>
                )}
              />
              <LoadMore query={query} label="Show more people" failed="More people could not be loaded" />
            </Stack>
          )}
        </QueryBoundary>
      </Stack>
      {shown && <RunDialog coachId={coachId} runId={shown} onClose={() => setShown(null)} />}
    </SectionCard>
  );
}
