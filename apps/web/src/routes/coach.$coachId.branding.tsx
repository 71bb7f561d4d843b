import { isFeatureAllowed } from '@stridewell/contract/billing/billing.rules';
import { createFileRoute } from '@tanstack/react-router';
import { requireCoach } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { sessionStore, useSession } from '../app/session.ts';
import { FeatureGate } from '../features/billing/feature-gate.tsx';
import { brandQuery } from '../features/branding/branding.queries.ts';
import { BrandingPage } from '../features/branding/branding-page.tsx';
import type { PlanFeatureOf } from '../lib/access.ts';
import { PageSkeleton } from '../ui/page-skeleton.tsx';

const PAGE = {
  title: 'Branding',
  what: 'Replace our name, logo and colors with yours, everywhere your clients see them.',
};

type Needed = PlanFeatureOf<'branding.getBrand'>;

export const Route = createFileRoute('/coach/$coachId/branding')({
  beforeLoad: async (visit) => ({ plan: (await requireCoach(visit)).plan }),
  loader: async ({ params: { coachId }, context: { plan } }) => {
    // The page shows its own error with a retry, and the gate what is missing where the plan lacks it.
    if (isFeatureAllowed(plan, 'white_label' satisfies Needed, new Date()))
      await queryClient.prefetchQuery(brandQuery(coachId));
  },
  pendingComponent: () => <PageSkeleton title="Branding" width={1280} heights={[420]} />,
  component: BrandingRoute,
});

function BrandingRoute() {
  const { coachId } = Route.useParams();
  const { session } = useSession();
  return (
    <FeatureGate access={session?.plan} feature={'white_label' satisfies Needed} page={PAGE}>
      <BrandingPage
        coachId={coachId}
        coachName={session?.coach?.fullName ?? ''}
        email={session?.user.email ?? ''}
        onChanged={() => void sessionStore.apply('USER_UPDATED')}
      />
    </FeatureGate>
  );
}
