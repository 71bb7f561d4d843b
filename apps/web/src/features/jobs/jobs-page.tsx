import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { PageHeader } from '../../ui/page-header.tsx';
import { PageTabs } from '../../ui/page-tabs.tsx';
import { AlertList } from './alert-list.tsx';
import { JOBS_TAB_LABELS, JOBS_TABS, type JobsSearch, type JobsTab, readJobsSearch } from './jobs.search.ts';
import { MailList } from './mail-list.tsx';
import { QueueTable } from './queue-table.tsx';
import { WebhookList } from './webhook-list.tsx';

type JobsPageProps = { search: JobsSearch; onSearch: (search: JobsSearch) => void };

/** Background work and mail, and what failed of it. */
export function JobsPage({ search, onSearch }: JobsPageProps) {
  const { tab = 'queues' } = search;
  const panels: Record<JobsTab, ReactNode> = {
    queues: <QueueTable opened={search.queue} />,
    mail: <MailList search={search} onSearch={onSearch} />,
    webhooks: <WebhookList search={search} onSearch={onSearch} />,
    alerts: <AlertList />,
  };
  return (
    <Stack gap="lg">
      <PageHeader title="Jobs and email" lead="Background work and failures." />
      <PageTabs
        label="Parts of the background work"
        tabs={JOBS_TABS}
        labels={JOBS_TAB_LABELS}
        tab={tab}
        onChange={(value) => onSearch(readJobsSearch({ tab: value }))}
      >
        {panels[tab]}
      </PageTabs>
    </Stack>
  );
}
