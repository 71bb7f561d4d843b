import { isFeatureAllowed } from '@stridewell/contract/billing/billing.rules';
import { createFileRoute } from '@tanstack/react-router';
import { requireCoach } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { useSession } from '../app/session.ts';
import { FeatureGate } from '../features/billing/feature-gate.tsx';
import { ClientBadge } from '../features/clients/client-badge.tsx';
import { performanceQuery } from '../features/performance/performance.queries.ts';
import { type PerformanceSearch, readPerformanceSearch } from '../features/performance/performance.search.ts';
import { PerformancePage } from '../features/performance/performance-page.tsx';
import type { PlanFeatureOf } from '../lib/access.ts';
import { unread } from '../lib/unread-search.ts';
import { PageSkeleton } from '../ui/page-skeleton.tsx';

const PAGE = {
  title: 'The performance metrics page',
  what: 'Workouts, check-ins and results of your clients over time.',
};

type Needed = PlanFeatureOf<'performance.getPerformance'>;

export const Route = createFileRoute('/coach/$coachId/performance-metrics')({
  validateSearch: unread<PerformanceSearch>,
  beforeLoad: async (visit) => ({ plan: (await requireCoach(visit)).plan }),
  loader: async ({ params: { coachId }, context: { plan }, location }) => {
    const { weeks = 4 } = readPerformanceSearch({ ...location.search });
    // The page shows its own error with a retry, and what is missing where the plan lacks it.
    if (isFeatureAllowed(plan, 'advanced_ai' satisfies Needed, new Date())) {
      await queryClient.prefetchQuery(performanceQuery(coachId, weeks));
    }
  },
  pendingComponent: () => <PageSkeleton title="Performance metrics" width={1280} heights={[360, 110, 320]} />,
  component: PerformanceMetricsPage,
});

function PerformanceMetricsPage() {
  const { coachId } = Route.useParams();
  // Parsed again: the router also passes on unknown parameters.
  const search = readPerformanceSearch({ ...Route.useSearch() });
  const navigate = Route.useNavigate();
  const { session } = useSession();
  return (
    <FeatureGate access={session?.plan} feature={'advanced_ai' satisfies Needed} page={PAGE}>
      <PerformancePage
        coachId={coachId}
        units={session?.user.unitSystem ?? 'metric'}
        search={search}
        statusOf={(client) => <ClientBadge client={{ ...client, status: 'active', readOnly: false }} quiet />}
        onSearch={(wanted) =>
          void navigate({ search: readPerformanceSearch({ ...wanted }), replace: true, resetScroll: false })
        }
      />
    </FeatureGate>
  );
}
