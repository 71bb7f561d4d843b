import { Button, Group, Stack } from '@mantine/core';
import { dayInZone } from '@stridewell/contract/time';
import { IconDownload } from '@tabler/icons-react';
import { createFileRoute, Link } from '@tanstack/react-router';
import { requireCoach } from '../app/guards.ts';
import { useSession } from '../app/session.ts';
import { FeatureGate } from '../features/billing/feature-gate.tsx';
import { BusinessMetricsPage } from '../features/metrics/business-metrics.tsx';
import { businessFileUrl } from '../features/metrics/metrics.queries.ts';
import { type BusinessSearch, readBusinessSearch } from '../features/metrics/metrics.search.ts';
import { AddLedgerEntry } from '../features/money/add-ledger-entry.tsx';
import type { PlanFeatureOf } from '../lib/access.ts';
import { unread } from '../lib/unread-search.ts';
import { PageHeader } from '../ui/page-header.tsx';

type Needed = PlanFeatureOf<'metrics.getBusinessMetrics'>;

export const Route = createFileRoute('/coach/$coachId/business-metrics/')({
  validateSearch: unread<BusinessSearch>,
  beforeLoad: (visit) => requireCoach(visit),
  component: BusinessPage,
});

const PAGE = { title: 'The business metrics page', what: 'Revenue, expenses and margins over time.' };

function BusinessPage() {
  const { coachId } = Route.useParams();
  // Parsed again: the router also passes on unknown parameters.
  const search = readBusinessSearch({ ...Route.useSearch() });
  const navigate = Route.useNavigate();
  const { session } = useSession();
  const today = dayInZone(new Date(), session?.coach?.timeZone ?? 'UTC');
  const add = <AddLedgerEntry coachId={coachId} today={today} currency={session?.coach?.currency ?? 'USD'} />;
  return (
    <FeatureGate access={session?.plan} feature={'advanced_ai' satisfies Needed} page={PAGE}>
      <Stack gap="lg">
        <PageHeader
          title="Business metrics"
          lead="Revenue, expenses and forecast."
          actions={
            <Group gap="xs">
              {add}
              <Button component={Link} to={`/coach/${coachId}/expenses`} size="compact-sm" variant="default">
                Expenses
              </Button>
              <Button
                component="a"
                href={businessFileUrl(coachId)}
                download
                size="compact-sm"
                variant="default"
                leftSection={<IconDownload size={14} stroke={2} aria-hidden />}
              >
                Download as CSV
              </Button>
            </Group>
          }
        />
        <BusinessMetricsPage
          coachId={coachId}
          search={search}
          today={today}
          onSearch={(wanted) =>
            void navigate({ search: readBusinessSearch(wanted), replace: true, resetScroll: false })
          }
          whenNone={add}
        />
      </Stack>
    </FeatureGate>
  );
}
