import { isFeatureAllowed } from '@stridewell/contract/billing/billing.rules';
import { createFileRoute } from '@tanstack/react-router';
import { requireCoach } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { useSession } from '../app/session.ts';
import { FeatureGate } from '../features/billing/feature-gate.tsx';
import { flowRunsQuery, flowsQuery } from '../features/flows/flows.queries.ts';
import { ReEngagementPage } from '../features/flows/re-engagement-page.tsx';
import type { PlanFeatureOf } from '../lib/access.ts';
import { PageSkeleton } from '../ui/page-skeleton.tsx';

const PAGE = {
  title: 'Re-engagement',
  what: 'Messages in your words to clients who went quiet.',
};

type Needed = PlanFeatureOf<'flows.listFlows'>;

export const Route = createFileRoute('/coach/$coachId/engagement_/re-engagement')({
  beforeLoad: async (visit) => ({ plan: (await requireCoach(visit)).plan }),
  loader: async ({ params: { coachId }, context: { plan } }) => {
    if (!isFeatureAllowed(plan, 'retention_tracking' satisfies Needed, new Date())) return;
    // The page shows its own errors with a retry.
    await Promise.all([
      queryClient.prefetchQuery(flowsQuery(coachId)),
      queryClient.prefetchInfiniteQuery(flowRunsQuery(coachId)),
    ]);
  },
  pendingComponent: () => <PageSkeleton title="Re-engagement" width={1280} heights={[220, 160]} />,
  component: ReEngagementRoute,
});

function ReEngagementRoute() {
  const { coachId } = Route.useParams();
  const { session } = useSession();
  return (
    <FeatureGate access={session?.plan} feature={'retention_tracking' satisfies Needed} page={PAGE}>
      <ReEngagementPage coachId={coachId} />
    </FeatureGate>
  );
}
