import { isFeatureAllowed } from '@stridewell/contract/billing/billing.rules';
import { isUuid } from '@stridewell/contract/identity/identity.rules';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { requireCoach } from '../app/guards.ts';
import { loadOrNotFound } from '../app/loaders.ts';
import { queryClient } from '../app/query-client.ts';
import { useSession } from '../app/session.ts';
import { FeatureGate } from '../features/billing/feature-gate.tsx';
import { WebhookPage } from '../features/webhooks/webhook-page.tsx';
import { webhookQuery } from '../features/webhooks/webhooks.queries.ts';
import type { PlanFeatureOf } from '../lib/access.ts';
import { PageSkeleton } from '../ui/page-skeleton.tsx';

const PAGE = { title: 'Webhooks', what: 'Your events in the tools you already use.' };

type Needed = PlanFeatureOf<'webhooks.getWebhookEndpoint'>;

export const Route = createFileRoute('/coach/$coachId/integrations_/webhooks/$endpointId')({
  beforeLoad: async (visit) => ({ plan: (await requireCoach(visit)).plan }),
  loader: async ({ params: { coachId, endpointId }, context: { plan } }) => {
    if (!isUuid(endpointId)) throw notFound();
    if (isFeatureAllowed(plan, 'integrations' satisfies Needed, new Date())) {
      await loadOrNotFound(queryClient.ensureQueryData(webhookQuery({ coachId, endpointId })));
    }
  },
  pendingComponent: () => <PageSkeleton title="Webhook" width={960} heights={[60, 160, 260]} />,
  component: WebhookRoute,
});

function WebhookRoute() {
  const { session } = useSession();
  return (
    <FeatureGate access={session?.plan} feature={'integrations' satisfies Needed} page={PAGE}>
      <Webhook />
    </FeatureGate>
  );
}

function Webhook() {
  const of = Route.useParams();
  const navigate = Route.useNavigate();
  const { data } = useQuery(webhookQuery(of));
  if (!data) return null;
  const { coachId, endpointId } = of;
  return (
    <WebhookPage
      key={endpointId}
      coachId={coachId}
      endpoint={data.endpoint}
      onDeleted={() => void navigate({ to: '/coach/$coachId/integrations', params: { coachId } })}
    />
  );
}
