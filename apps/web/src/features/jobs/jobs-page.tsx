import { Stack } from '@mantine/core';
import { PageHeader } from '../../components/page-header.tsx';
import type { JobsSearch } from './jobs.search.ts';
import { QueueTable } from './queue-table.tsx';

/** Background work and what became of it. */
export function JobsPage({ search }: { search: JobsSearch }) {
  return (
    <Stack gap="lg">
      <PageHeader title="Jobs and mail" lead="Work that runs in the background, and what failed." />
      <QueueTable opened={search.queue} />
    </Stack>
  );
}
