import { Anchor, Stack } from '@mantine/core';
import { createFileRoute, Link } from '@tanstack/react-router';
import { requireCoach } from '../app/guards.ts';
import { useSession } from '../app/session.ts';
import { FeatureGate } from '../features/billing/feature-gate.tsx';
import { BusinessRows, rowsTitle } from '../features/metrics/business-rows.tsx';
import { readRowsSearch } from '../features/metrics/metrics.search.ts';
import type { PlanFeatureOf } from '../lib/access.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';

type Needed = PlanFeatureOf<'metrics.listBusinessRows'>;

export const Route = createFileRoute('/coach/$coachId/business-metrics/rows')({
  beforeLoad: (visit) => requireCoach(visit),
  component: BusinessRowsPage,
});

const PAGE = { title: 'The business metrics page', what: 'Revenue, expenses and margins over time.' };

function BusinessRowsPage() {
  const { coachId } = Route.useParams();
  const search = readRowsSearch({ ...Route.useSearch() });
  const { session } = useSession();
  const back = (
    <Anchor component={Link} to={`/coach/${coachId}/business-metrics`}>
      Back to business metrics
    </Anchor>
  );
  return (
    <FeatureGate access={session?.plan} feature={'advanced_ai' satisfies Needed} page={PAGE}>
      <Stack gap="lg">
        {search ? (
          <>
            <PageHeader title={rowsTitle(search)} lead={back} />
            <BusinessRows coachId={coachId} search={search} />
          </>
        ) : (
          <EmptyState title="This period does not exist" action={back} />
        )}
      </Stack>
    </FeatureGate>
  );
}
