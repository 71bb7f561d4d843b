import { createFileRoute } from '@tanstack/react-router';
import { requireOperator } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { foodQuery, foodsQuery } from '../features/foods/foods.queries.ts';
import { type FoodsSearch, readFoodsSearch } from '../features/foods/foods.search.ts';
import { FoodsPage } from '../features/foods/foods-page.tsx';
import { unread } from '../lib/unread-search.ts';
import { PageSkeleton } from '../ui/page-skeleton.tsx';

export const Route = createFileRoute('/operator/settings/foods')({
  validateSearch: unread<FoodsSearch>,
  beforeLoad: requireOperator,
  loader: async ({ location }) => {
    const search = readFoodsSearch({ ...location.search });
    // The page shows the errors of both, with a retry.
    await Promise.all([
      queryClient.prefetchInfiniteQuery(foodsQuery(search)),
      search.open && queryClient.prefetchQuery(foodQuery(search.open)),
    ]);
  },
  pendingComponent: () => <PageSkeleton title="Foods" width={1120} heights={[44, 480]} />,
  component: Foods,
});

function Foods() {
  // Parsed again: the router also passes on unknown parameters.
  const search = readFoodsSearch({ ...Route.useSearch() });
  const navigate = Route.useNavigate();
  return (
    <FoodsPage
      search={search}
      onSearch={(wanted) => void navigate({ search: readFoodsSearch(wanted), replace: true, resetScroll: false })}
    />
  );
}
