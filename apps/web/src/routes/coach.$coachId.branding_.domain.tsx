import { Button, Stack } from '@mantine/core';
import { isFeatureAllowed } from '@stridewell/contract/billing/billing.rules';
import { createFileRoute, Link } from '@tanstack/react-router';
import { requireCoach } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { useSession } from '../app/session.ts';
import { FeatureGate } from '../features/billing/feature-gate.tsx';
import { DomainSection } from '../features/domains/domain-section.tsx';
import { domainQuery } from '../features/domains/domains.queries.ts';
import type { PlanFeatureOf } from '../lib/access.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { PageSkeleton } from '../ui/page-skeleton.tsx';

const PAGE = {
  title: 'Domain',
  what: 'Your own address, at which your clients sign in and from which your emails come.',
};

type Needed = PlanFeatureOf<'domains.getDomain'>;

export const Route = createFileRoute('/coach/$coachId/branding_/domain')({
  beforeLoad: async (visit) => ({ plan: (await requireCoach(visit)).plan }),
  loader: async ({ params: { coachId }, context: { plan } }) => {
    // The card shows its own error with a retry, and the gate what is missing where the plan lacks it.
    if (isFeatureAllowed(plan, 'white_label' satisfies Needed, new Date()))
      await queryClient.prefetchQuery(domainQuery(coachId));
  },
  pendingComponent: () => <PageSkeleton title="Domain" width={760} heights={[260]} />,
  component: DomainPage,
});

function DomainPage() {
  const { coachId } = Route.useParams();
  const { session } = useSession();
  return (
    <FeatureGate access={session?.plan} feature={'white_label' satisfies Needed} page={PAGE}>
      <Stack gap="lg" maw={760} mx="auto">
        <PageHeader
          title="Domain"
          lead="Your clients sign in at your own address, and your emails can come from it."
          actions={
            <Button
              variant="default"
              renderRoot={(root) => <Link {...root} to="/coach/$coachId/branding" params={{ coachId }} />}
            >
              Your brand
            </Button>
          }
        />
        <DomainSection coachId={coachId} timeZone={session?.user.timeZone ?? 'UTC'} />
      </Stack>
    </FeatureGate>
  );
}
