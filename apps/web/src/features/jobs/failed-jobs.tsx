import { Button, Group, Stack, Text } from '@mantine/core';
import type { FailedJob } from '@stridewell/contract/jobs/jobs';
import { queueLabel } from '@stridewell/contract/jobs/jobs.rules';
import { IconX } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { countLabel, momentLabel } from '../../lib/format.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { toast } from '../../lib/toasts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Muted } from '../../ui/muted.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { failedJobsQuery, type JobChoice, useDiscardJobs, useRetryJobs } from './jobs.queries.ts';
import { changedText } from './jobs.wording.ts';

/** The jobs of a queue that failed on every try, with what can be done about them. */
export function FailedJobs({ queue }: { queue: string }) {
  const query = useInfiniteQuery(failedJobsQuery(queue));
  const retry = useRetryJobs();
  const [discarding, setDiscarding] = useState<JobChoice | null>(null);
  const retryChosen = (choice: JobChoice) =>
    retry.mutateAsync(choice).then(
      ({ count }) => toast.success(changedText(count, 'Retrying')),
      () => toast.error('The jobs could not be retried. Please try again.'),
    );
  const hasJobs = query.data?.pages.some(({ jobs }) => jobs.length > 0) ?? false;
  return (
    <SectionCard
      title={`Failed jobs: ${queueLabel(queue)}`}
      aside={
        <Button
          renderRoot={(props) => <Link to="/operator/jobs" {...props} />}
          variant="subtle"
          size="compact-sm"
          rightSection={<IconX size={16} stroke={1.75} aria-hidden />}
        >
          Close
        </Button>
      }
    >
      <QueryBoundary
        query={query}
        failed="The failed jobs could not be loaded"
        skeleton={120}
        empty={<Muted>No failed jobs in this queue.</Muted>}
        isEmpty={() => !hasJobs}
      >
        {({ pages }) => (
          <Stack gap="md">
            <Group gap="sm">
              <Button loading={retry.isPending} onClick={() => void retryChosen({ queue })}>
                Retry all
              </Button>
              <Button variant="default" onClick={() => setDiscarding({ queue })}>
                Discard all
              </Button>
            </Group>
            <Stack component="ol" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
              {pages.flatMap(({ jobs }) =>
                jobs.map((job) => (
                  <FailedJobEntry
                    key={job.id}
                    job={job}
                    onRetry={() => void retryChosen({ queue, ids: [job.id] })}
                    onDiscard={() => setDiscarding({ queue, ids: [job.id] })}
                  />
                )),
              )}
            </Stack>
            <LoadMore query={query} label="Show older failures" failed="Older failures could not be loaded" />
          </Stack>
        )}
      </QueryBoundary>
      {discarding && <DiscardDialog choice={discarding} onClose={() => setDiscarding(null)} />}
    </SectionCard>
  );
}

type FailedJobEntryProps = { job: FailedJob; onRetry: () => void; onDiscard: () => void };

function FailedJobEntry({
  job: { id, createdAt, failedAt, tries, error, ids },
  onRetry,
  onDiscard,
}: FailedJobEntryProps) {
  const timeZone = useTimeZone();
  const moment = (instant: string) => momentLabel(instant, timeZone);
  return (
    <li>
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={2} miw={0} flex="1 1 320px">
          <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
            {error}
          </Text>
          <Muted>
            Tried {countLabel(tries, 'time')}, last on {moment(failedAt)}. Enqueued on {moment(createdAt)}.
          </Muted>
          <Muted style={{ overflowWrap: 'anywhere' }}>
            {[['Job', id], ...Object.entries(ids)].map(([name, value]) => `${name} ${value}`).join(', ')}
          </Muted>
        </Stack>
        <Group gap="xs">
          <Button size="compact-sm" variant="default" onClick={onRetry}>
            Retry
          </Button>
          <Button size="compact-sm" variant="subtle" color="gray" onClick={onDiscard}>
            Discard
          </Button>
        </Group>
      </Group>
    </li>
  );
}

/** Asks before failed jobs are deleted. */
function DiscardDialog({ choice, onClose }: { choice: JobChoice; onClose: () => void }) {
  const discard = useDiscardJobs();
  const confirm = () =>
    discard.mutateAsync(choice).then(
      ({ count }) => {
        toast.success(changedText(count, 'Discarded'));
        onClose();
      },
      // The dialog shows the failure.
      () => undefined,
    );
  return (
    <ConfirmDialog
      title={choice.ids ? 'Discard this job?' : `Discard all failed jobs in the queue ${queueLabel(choice.queue)}?`}
      confirmLabel={choice.ids ? 'Discard job' : 'Discard all'}
      cancelLabel="Keep"
      action={discard}
      fallback="Nothing was discarded. Please try again."
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      Discarded jobs do not run and cannot be retried.
    </ConfirmDialog>
  );
}
