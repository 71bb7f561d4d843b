import { Stack } from '@mantine/core';
import { isFeatureAllowed } from '@stridewell/contract/billing/billing.rules';
import { createFileRoute } from '@tanstack/react-router';
import { requireCoach } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { useSession } from '../app/session.ts';
import { FeatureGate } from '../features/billing/feature-gate.tsx';
import { CalendarsSection } from '../features/integrations/calendars-section.tsx';
import { calendarFeedQuery } from '../features/integrations/integrations.queries.ts';
import { WebhooksSection } from '../features/webhooks/webhooks-section.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { PageSkeleton } from '../ui/page-skeleton.tsx';

const PAGE = { title: 'Integrations', what: 'Your sessions and events in the tools you already use.' };

export const Route = createFileRoute('/coach/$coachId/integrations')({
  beforeLoad: async (visit) => ({ plan: (await requireCoach(visit)).plan }),
  loader: async ({ params: { coachId }, context: { plan } }) => {
    // The card shows its own error with a retry, and the gate what is missing where the plan lacks it.
    if (isFeatureAllowed(plan, 'integrations', new Date())) {
      await queryClient.prefetchQuery(calendarFeedQuery(coachId));
    }
  },
  pendingComponent: () => <PageSkeleton title="Integrations" width={760} heights={[260]} />,
  component: IntegrationsPage,
});

function IntegrationsPage() {
  const { coachId } = Route.useParams();
  const { session } = useSession();
  return (
    <FeatureGate access={session?.plan} feature="integrations" page={PAGE}>
      <Stack gap="lg" maw={760} mx="auto">
        <PageHeader title="Integrations" lead="Connect the tools you already use." />
        <CalendarsSection coachId={coachId} timeZone={session?.user.timeZone ?? 'UTC'} />
        <WebhooksSection coachId={coachId} />
      </Stack>
    </FeatureGate>
  );
}
