import { Stack, Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { PageHeader } from '../../components/page-header.tsx';
import { JOBS_TAB_LABELS, JOBS_TABS, type JobsSearch, type JobsTab, readJobsSearch } from './jobs.search.ts';
import classes from './jobs-table.module.css';
import { MailList } from './mail-list.tsx';
import { QueueTable } from './queue-table.tsx';

type JobsPageProps = { search: JobsSearch; onSearch: (search: JobsSearch) => void };

/** Background work and mail, and what failed of it. */
export function JobsPage({ search, onSearch }: JobsPageProps) {
  const { tab = 'queues' } = search;
  const panels: Record<JobsTab, ReactNode> = {
    queues: <QueueTable opened={search.queue} />,
    mail: <MailList search={search} onSearch={onSearch} />,
  };
  return (
    <Stack gap="lg">
      <PageHeader title="Jobs and mail" lead="Work that runs in the background, and what failed." />
      <Tabs value={tab} onChange={(value) => onSearch(readJobsSearch({ tab: value }))}>
        <Tabs.List className={classes.tabs} mb="lg" aria-label="Parts of the background work">
          {JOBS_TABS.map((name) => (
            <Tabs.Tab key={name} value={name} className={classes.tab}>
              {JOBS_TAB_LABELS[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {JOBS_TABS.map((name) => (
          <Tabs.Panel key={name} value={name}>
            {name === tab && panels[name]}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Stack>
  );
}
