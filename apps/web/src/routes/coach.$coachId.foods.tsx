import { createFileRoute } from '@tanstack/react-router';
import { requireCoach } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { CoachFoodsPage } from '../features/foods/coach-foods-page.tsx';
import { coachFoodQuery, coachFoodsQuery } from '../features/foods/foods.coach-queries.ts';
import { type CoachFoodsSearch, readCoachFoodsSearch } from '../features/foods/foods.search.ts';
import { unread } from '../lib/unread-search.ts';
import { PageSkeleton } from '../ui/page-skeleton.tsx';

export const Route = createFileRoute('/coach/$coachId/foods')({
  validateSearch: unread<CoachFoodsSearch>,
  beforeLoad: (visit) => requireCoach(visit),
  loader: async ({ params: { coachId }, location }) => {
    const search = readCoachFoodsSearch({ ...location.search });
    await Promise.all([
      queryClient.prefetchInfiniteQuery(coachFoodsQuery(coachId, search)),
      search.open && queryClient.prefetchQuery(coachFoodQuery(coachId, search.open)),
    ]);
  },
  pendingComponent: () => <PageSkeleton title="Foods" width={1120} heights={[44, 520]} />,
  component: CoachFoods,
});

function CoachFoods() {
  const { coachId } = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const show = (wanted: Record<string, unknown>) =>
    void navigate({ search: readCoachFoodsSearch(wanted), replace: true, resetScroll: false });
  // Parsed again: the router also passes on unknown parameters.
  return <CoachFoodsPage coachId={coachId} search={readCoachFoodsSearch({ ...search })} onSearch={show} />;
}
