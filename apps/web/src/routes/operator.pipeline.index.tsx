import { dayInZone } from '@stridewell/contract/time';
import { createFileRoute } from '@tanstack/react-router';
import { requireOperator } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { conversionQuery, prospectBoardQuery, prospectsQuery } from '../features/prospects/prospects.queries.ts';
import { type ProspectsSearch, readProspectsSearch } from '../features/prospects/prospects.search.ts';
import { ProspectsPage } from '../features/prospects/prospects-page.tsx';
import { useTimeZone } from '../lib/time-zone.ts';
import { unread } from '../lib/unread-search.ts';
import { PageSkeleton } from '../ui/page-skeleton.tsx';

export const Route = createFileRoute('/operator/pipeline/')({
  validateSearch: unread<ProspectsSearch>,
  beforeLoad: requireOperator,
  loader: async ({ location }) => {
    const search = readProspectsSearch({ ...location.search });
    // The page shows its own error with a retry.
    if (search.view === 'list') await queryClient.prefetchInfiniteQuery(prospectsQuery(search));
    else if (search.view === 'sources') await queryClient.prefetchQuery(conversionQuery(search));
    else await queryClient.prefetchQuery(prospectBoardQuery(search.q ?? ''));
  },
  pendingComponent: () => <PageSkeleton title="Pipeline" width={1280} heights={[44, 420]} />,
  component: Pipeline,
});

function Pipeline() {
  const timeZone = useTimeZone();
  // Parsed again: the router also passes on unknown parameters.
  const search = readProspectsSearch({ ...Route.useSearch() });
  const navigate = Route.useNavigate();
  return (
    <ProspectsPage
      search={search}
      today={dayInZone(new Date(), timeZone)}
      onSearch={(wanted) => void navigate({ search: readProspectsSearch(wanted), replace: true, resetScroll: false })}
    />
  );
}
