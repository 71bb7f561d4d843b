import { isFeatureAllowed } from '@stridewell/contract/billing/billing.rules';
import { createFileRoute } from '@tanstack/react-router';
import { requireCoach } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { useSession } from '../app/session.ts';
import { FeatureGate } from '../features/billing/feature-gate.tsx';
import { EngagementPage } from '../features/retention/engagement-page.tsx';
import { engagementQuery } from '../features/retention/retention.queries.ts';
import type { PlanFeatureOf } from '../lib/access.ts';
import { PageSkeleton } from '../ui/page-skeleton.tsx';

const PAGE = {
  title: 'The engagement dashboard',
  what: 'Who is at risk of leaving, why, and what you can do.',
};

type Needed = PlanFeatureOf<'retention.getEngagement'>;

export const Route = createFileRoute('/coach/$coachId/engagement')({
  beforeLoad: async (visit) => ({ plan: (await requireCoach(visit)).plan }),
  loader: async ({ params: { coachId }, context: { plan } }) => {
    // The page shows its own error with a retry, and what is missing where the plan lacks it.
    if (isFeatureAllowed(plan, 'retention_tracking' satisfies Needed, new Date())) {
      await queryClient.prefetchQuery(engagementQuery(coachId));
    }
  },
  pendingComponent: () => <PageSkeleton title="Engagement" width={1280} heights={[90, 110, 420]} />,
  component: EngagementRoute,
});

function EngagementRoute() {
  const { coachId } = Route.useParams();
  const { session } = useSession();
  return (
    <FeatureGate access={session?.plan} feature={'retention_tracking' satisfies Needed} page={PAGE}>
      <EngagementPage coachId={coachId} />
    </FeatureGate>
  );
}
