import { isFeatureAllowed } from '@stridewell/contract/billing/billing.rules';
import { createFileRoute } from '@tanstack/react-router';
import { requireCoach } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { useSession } from '../app/session.ts';
import { FeatureGate } from '../features/billing/feature-gate.tsx';
import { EffectsCard } from '../features/effects/effects-card.tsx';
import { ModelCardPage } from '../features/retention/model-card-page.tsx';
import { modelCardQuery } from '../features/retention/retention.queries.ts';
import type { PlanFeatureOf } from '../lib/access.ts';
import { PageSkeleton } from '../ui/page-skeleton.tsx';

const PAGE = {
  title: 'The engagement dashboard',
  what: 'Who is at risk of leaving, why, and how often that comes true.',
};

type Needed = PlanFeatureOf<'retention.getModelCard'>;

export const Route = createFileRoute('/coach/$coachId/engagement_/model')({
  beforeLoad: async (visit) => ({ plan: (await requireCoach(visit)).plan }),
  loader: async ({ params: { coachId }, context: { plan } }) => {
    // The page shows its own error with a retry, and what is missing where the plan lacks it.
    if (isFeatureAllowed(plan, 'retention_tracking' satisfies Needed, new Date())) {
      await queryClient.prefetchQuery(modelCardQuery(coachId));
    }
  },
  pendingComponent: () => <PageSkeleton title="How good the levels are" width={960} heights={[110, 320, 280]} />,
  component: ModelCardRoute,
});

function ModelCardRoute() {
  const { coachId } = Route.useParams();
  const { session } = useSession();
  return (
    <FeatureGate access={session?.plan} feature={'retention_tracking' satisfies Needed} page={PAGE}>
      <ModelCardPage coachId={coachId}>
        <EffectsCard coachId={coachId} />
      </ModelCardPage>
    </FeatureGate>
  );
}
