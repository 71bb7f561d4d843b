import { createFileRoute } from '@tanstack/react-router';
import { requireOperator } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { alertsQuery, mailsQuery, queuesQuery, webhooksQuery } from '../features/jobs/jobs.queries.ts';
import { type JobsSearch, type JobsTab, readJobsSearch } from '../features/jobs/jobs.search.ts';
import { JobsPage } from '../features/jobs/jobs-page.tsx';
import { unread } from '../lib/unread-search.ts';
import { PageSkeleton } from '../ui/page-skeleton.tsx';

/** The first query of each tab. The tab shows its failure itself. */
const FIRST: Record<JobsTab, (search: JobsSearch) => Promise<unknown>> = {
  queues: () => queryClient.prefetchQuery(queuesQuery()),
  mail: ({ status, to = '' }) => queryClient.prefetchInfiniteQuery(mailsQuery({ status, to })),
  webhooks: ({ event }) => queryClient.prefetchInfiniteQuery(webhooksQuery(event)),
  alerts: () => queryClient.prefetchQuery(alertsQuery()),
};

export const Route = createFileRoute('/operator/jobs')({
  validateSearch: unread<JobsSearch>,
  beforeLoad: requireOperator,
  loader: async ({ location }) => {
    const search = readJobsSearch({ ...location.search });
    await FIRST[search.tab ?? 'queues'](search);
  },
  pendingComponent: () => <PageSkeleton title="Jobs and email" width={1280} heights={[44, 420]} />,
  component: Jobs,
});

function Jobs() {
  const navigate = Route.useNavigate();
  return (
    <JobsPage
      search={readJobsSearch({ ...Route.useSearch() })}
      onSearch={(search) => void navigate({ search: readJobsSearch(search), replace: true, resetScroll: false })}
    />
  );
}
