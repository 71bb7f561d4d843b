import { Anchor, Card, Stack } from '@mantine/core';
import type { QueueStatus } from '@stridewell/contract/jobs/jobs';
import { queueLabel } from '@stridewell/contract/jobs/jobs.rules';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { countLabel, numberText, timeAgo } from '../../lib/format.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { DataTable, TableSkeleton } from '../../ui/data-table.tsx';
import { Muted } from '../../ui/muted.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { FailedJobs } from './failed-jobs.tsx';
import { queuesQuery } from './jobs.queries.ts';
import { scheduleText } from './jobs.wording.ts';
import classes from './jobs-table.module.css';

/** Queues with failed jobs come first, then those that wait longest. */
const byUrgency = (a: QueueStatus, b: QueueStatus) =>
  Number(b.failed > 0) - Number(a.failed > 0) ||
  Number(b.retrying > 0) - Number(a.retrying > 0) ||
  (a.oldestWaitingAt ?? '9').localeCompare(b.oldestWaitingAt ?? '9') ||
  queueLabel(a.name).localeCompare(queueLabel(b.name));

const figure = (count: number) => (count === 0 ? '' : numberText(count));

/** The queues of background work. `opened` shows the failed jobs of one. */
export function QueueTable({ opened }: { opened: string | undefined }) {
  const query = useQuery({ ...queuesQuery(), refetchInterval: 30_000 });
  return (
    <QueryBoundary query={query} failed="The queues could not be loaded" skeleton={<TableSkeleton />}>
      {({ queues }) => (
        <Stack gap="md">
          {opened !== undefined && queues.some(({ name }) => name === opened) && (
            <FailedJobs key={opened} queue={opened} />
          )}
          <Card padding={0}>
            <Queues queues={queues.toSorted(byUrgency)} />
          </Card>
        </Stack>
      )}
    </QueryBoundary>
  );
}

function Queues({ queues }: { queues: readonly QueueStatus[] }) {
  const timeZone = useTimeZone();
  const ago = (instant: string | null) => instant && timeAgo(instant, timeZone);
  return (
    <DataTable
      highlightOnHover
      label="Queues"
      columns={[
        {
          header: 'Queue',
          long: true,
          cell: ({ name, planned }) => (
            <>
              {queueLabel(name)}
              <Muted size="xs">{name}</Muted>
              {planned > 0 && <Muted>{countLabel(planned, 'job')} for later</Muted>}
            </>
          ),
        },
        { header: 'Waiting', figure: true, cell: ({ waiting }) => figure(waiting) },
        { header: 'Running', figure: true, from: 'md', cell: ({ running }) => figure(running) },
        { header: 'Retrying', figure: true, from: 'md', cell: ({ retrying }) => figure(retrying) },
        {
          header: 'Failed',
          figure: true,
          cell: ({ name, failed }) =>
            failed > 0 && (
              <Anchor
                renderRoot={(props) => <Link to="/operator/jobs" search={{ queue: name }} {...props} />}
                className={classes.failed}
                aria-label={`${countLabel(failed, 'failed job')} in the queue ${queueLabel(name)}`}
              >
                {numberText(failed)}
              </Anchor>
            ),
        },
        { header: 'Oldest waiting', nowrap: true, from: 'md', cell: ({ oldestWaitingAt }) => ago(oldestWaitingAt) },
        { header: 'Last success', nowrap: true, from: 'md', cell: ({ lastSuccessAt }) => ago(lastSuccessAt) },
        { header: 'Runs', nowrap: true, from: 'md', cell: ({ schedule }) => scheduleText(schedule, timeZone) },
      ]}
      rows={queues}
      keyOf={({ name }) => name}
      phoneLine={({ schedule }) => scheduleText(schedule, timeZone)}
    />
  );
}
