import { isFeatureAllowed } from '@stridewell/contract/billing/billing.rules';
import { createFileRoute } from '@tanstack/react-router';
import { requireCoach } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { useSession } from '../app/session.ts';
import { FeatureGate } from '../features/billing/feature-gate.tsx';
import { sequencesQuery } from '../features/flows/flows.sequences.ts';
import { SequencesPage } from '../features/flows/sequences-page.tsx';
import type { PlanFeatureOf } from '../lib/access.ts';
import { PageSkeleton } from '../ui/page-skeleton.tsx';

const PAGE = {
  title: 'Flows',
  what: 'The steps that every client or lead goes through: messages, tasks, forms, programs and meal plans.',
};

type Needed = PlanFeatureOf<'sequences.listSequences'>;

export const Route = createFileRoute('/coach/$coachId/flows/')({
  beforeLoad: async (visit) => ({ plan: (await requireCoach(visit)).plan }),
  loader: async ({ params: { coachId }, context: { plan } }) => {
    // The page shows its own errors with a retry.
    if (isFeatureAllowed(plan, 'flows' satisfies Needed, new Date()))
      await queryClient.prefetchQuery(sequencesQuery(coachId));
  },
  pendingComponent: () => <PageSkeleton title="Flows" width={1280} heights={[180, 180]} />,
  component: FlowsRoute,
});

function FlowsRoute() {
  const { coachId } = Route.useParams();
  const { session } = useSession();
  return (
    <FeatureGate access={session?.plan} feature={'flows' satisfies Needed} page={PAGE}>
      <SequencesPage coachId={coachId} />
    </FeatureGate>
  );
}
