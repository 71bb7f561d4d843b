import { createFileRoute } from '@tanstack/react-router';
import { requireOperator } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { PageSkeleton } from '../components/page-skeleton.tsx';
import { queuesQuery } from '../features/jobs/jobs.queries.ts';
import { readJobsSearch } from '../features/jobs/jobs.search.ts';
import { JobsPage } from '../features/jobs/jobs-page.tsx';

export const Route = createFileRoute('/operator/jobs')({
  validateSearch: readJobsSearch,
  beforeLoad: requireOperator,
  loader: async () => {
    await queryClient.prefetchQuery(queuesQuery());
  },
  pendingComponent: () => <PageSkeleton title="Jobs and mail" width={1280} heights={[420]} />,
  component: Jobs,
});

function Jobs() {
  return <JobsPage search={readJobsSearch({ ...Route.useSearch() })} />;
}
