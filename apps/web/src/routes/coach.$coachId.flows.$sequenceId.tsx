import { isFeatureAllowed } from '@stridewell/contract/billing/billing.rules';
import { createFileRoute } from '@tanstack/react-router';
import { requireCoach } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { useSession } from '../app/session.ts';
import { FeatureGate } from '../features/billing/feature-gate.tsx';
import { sequenceQuery } from '../features/flows/flows.sequences.ts';
import { SequencePage } from '../features/flows/sequence-page.tsx';
import type { PlanFeatureOf } from '../lib/access.ts';
import { PageSkeleton } from '../ui/page-skeleton.tsx';

const PAGE = {
  title: 'Flows',
  what: 'The steps that every client or lead goes through: messages, tasks, forms, programs and meal plans.',
};

type Search = { template?: string };

type Needed = PlanFeatureOf<'sequences.getSequence'>;

export const Route = createFileRoute('/coach/$coachId/flows/$sequenceId')({
  validateSearch: ({ template }): Search => (typeof template === 'string' ? { template } : {}),
  beforeLoad: async (visit) => ({ plan: (await requireCoach(visit)).plan }),
  loaderDeps: ({ search: { template } }) => ({ template }),
  loader: async ({ params: { coachId, sequenceId }, context: { plan }, deps: { template } }) => {
    if (template !== undefined || !isFeatureAllowed(plan, 'flows' satisfies Needed, new Date())) return;
    await queryClient.prefetchQuery(sequenceQuery(coachId, sequenceId));
  },
  pendingComponent: () => <PageSkeleton title="Flow" width={760} heights={[80, 420]} />,
  component: FlowRoute,
});

function FlowRoute() {
  const { coachId, sequenceId } = Route.useParams();
  const { template } = Route.useSearch();
  const { session } = useSession();
  return (
    <FeatureGate access={session?.plan} feature={'flows' satisfies Needed} page={PAGE}>
      <SequencePage
        key={sequenceId}
        coachId={coachId}
        coachName={session?.coach?.fullName ?? ''}
        sequenceId={sequenceId}
        template={template}
      />
    </FeatureGate>
  );
}
