import { isFeatureAllowed } from '@stridewell/contract/billing/billing.rules';
import { createFileRoute } from '@tanstack/react-router';
import { useMemo } from 'react';
import { requireCoach } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { useSession } from '../app/session.ts';
import { FeatureGate } from '../features/billing/feature-gate.tsx';
import type { DecisionParts } from '../features/decisions/decision-card.tsx';
import { DecisionQueuePage } from '../features/decisions/decision-queue.tsx';
import { decisionQueueQuery } from '../features/decisions/decisions.queries.ts';
import { sendMessage } from '../features/messages/messages.outbox.ts';
import { reasonText } from '../features/retention/retention.wording.ts';
import { RiskBadge } from '../features/retention/risk-badge.tsx';
import type { PlanFeatureOf } from '../lib/access.ts';
import { PageSkeleton } from '../ui/page-skeleton.tsx';

const PAGE = {
  title: 'Monday',
  what: 'Your decisions of the week, each prepared.',
};

type Needed = PlanFeatureOf<'decisions.getQueue'>;

export const Route = createFileRoute('/coach/$coachId/engagement_/monday')({
  beforeLoad: async (visit) => ({ plan: (await requireCoach(visit)).plan }),
  loader: async ({ params: { coachId }, context: { plan } }) => {
    // The page shows its own error with a retry, and what is missing where the plan lacks it.
    if (isFeatureAllowed(plan, 'retention_tracking' satisfies Needed, new Date())) {
      await queryClient.prefetchQuery(decisionQueueQuery(coachId));
    }
  },
  pendingComponent: () => <PageSkeleton title="Monday" width={960} heights={[40, 320, 56]} />,
  component: MondayRoute,
});

function MondayRoute() {
  const { coachId } = Route.useParams();
  const { session } = useSession();
  const parts = useMemo<DecisionParts>(
    () => ({
      reasonText,
      badge: (level) => <RiskBadge level={level} />,
      send({ clientId, clientName, proposal }, text) {
        const suggestion = proposal.type === 'message' ? proposal.suggestion : null;
        const conversation = { coachId, conversationId: clientId, to: clientName };
        sendMessage(coachId, suggestion ? { ...conversation, suggestion } : conversation, text, []);
      },
    }),
    [coachId],
  );
  return (
    <FeatureGate access={session?.plan} feature={'retention_tracking' satisfies Needed} page={PAGE}>
      <DecisionQueuePage coachId={coachId} parts={parts} />
    </FeatureGate>
  );
}
