import { Anchor, Card, Stack, Table } from '@mantine/core';
import type { QueueStatus } from '@stridewell/contract/jobs/jobs';
import { queueLabel } from '@stridewell/contract/jobs/jobs.rules';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { countLabel, numberText, timeAgo } from '../../lib/format.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
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
    <QueryBoundary query={query} failed="The queues could not be loaded" skeleton={420}>
      {({ queues }) => (
        <Stack gap="md">
          {opened !== undefined && queues.some(({ name }) => name === opened) && (
            <FailedJobs key={opened} queue={opened} />
          )}
          <Card padding={0} style={{ overflowX: 'auto' }}>
            <Table highlightOnHover className={classes.table}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Queue</Table.Th>
                  <Table.Th className={classes.figure}>Waiting</Table.Th>
                  <Table.Th className={`${classes.extra} ${classes.figure}`}>Running</Table.Th>
                  <Table.Th className={`${classes.extra} ${classes.figure}`}>Retrying</Table.Th>
                  <Table.Th className={classes.figure}>Failed</Table.Th>
                  <Table.Th className={classes.extra}>Oldest waiting</Table.Th>
                  <Table.Th className={classes.extra}>Last success</Table.Th>
                  <Table.Th className={classes.extra}>Runs</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {queues.toSorted(byUrgency).map((queue) => (
                  <QueueRow key={queue.name} queue={queue} />
                ))}
              </Table.Tbody>
            </Table>
          </Card>
        </Stack>
      )}
    </QueryBoundary>
  );
}

function QueueRow({ queue }: { queue: QueueStatus }) {
  const timeZone = useTimeZone();
  const { name, waiting, planned, running, retrying, failed, oldestWaitingAt, lastSuccessAt, schedule } = queue;
  return (
    <Table.Tr>
      <Table.Td className={classes.name}>
        {queueLabel(name)}
        <Muted size="xs">{name}</Muted>
        {planned > 0 && <Muted>{countLabel(planned, 'job')} for later</Muted>}
        <Muted className={classes.narrow}>{scheduleText(schedule, timeZone)}</Muted>
      </Table.Td>
      <Table.Td className={classes.figure}>{figure(waiting)}</Table.Td>
      <Table.Td className={`${classes.extra} ${classes.figure}`}>{figure(running)}</Table.Td>
      <Table.Td className={`${classes.extra} ${classes.figure}`}>{figure(retrying)}</Table.Td>
      <Table.Td className={classes.figure}>
        {failed > 0 && (
          <Anchor
            renderRoot={(props) => <Link to="/operator/jobs" search={{ queue: name }} {...props} />}
            className={classes.failed}
            aria-label={`${countLabel(failed, 'failed job')} in the queue ${queueLabel(name)}`}
          >
            {numberText(failed)}
          </Anchor>
        )}
      </Table.Td>
      <Table.Td className={classes.extra}>{oldestWaitingAt && timeAgo(oldestWaitingAt, timeZone)}</Table.Td>
      <Table.Td className={classes.extra}>{lastSuccessAt && timeAgo(lastSuccessAt, timeZone)}</Table.Td>
      <Table.Td className={classes.extra}>{scheduleText(schedule, timeZone)}</Table.Td>
    </Table.Tr>
  );
}
