import { Anchor, Stack } from '@mantine/core';
import { dayInZone } from '@stridewell/contract/time';
import { createFileRoute, Link } from '@tanstack/react-router';
import { requireCoach } from '../app/guards.ts';
import { useSession } from '../app/session.ts';
import { FeatureGate } from '../features/billing/feature-gate.tsx';
import { ExpenseAnalyticsPage } from '../features/metrics/expense-analytics.tsx';
import { type BusinessSearch, readBusinessSearch } from '../features/metrics/metrics.search.ts';
import type { PlanFeatureOf } from '../lib/access.ts';
import { unread } from '../lib/unread-search.ts';
import { PageHeader } from '../ui/page-header.tsx';

type Needed = PlanFeatureOf<'metrics.getExpenseAnalytics'>;

export const Route = createFileRoute('/coach/$coachId/business-metrics/expenses')({
  validateSearch: unread<BusinessSearch>,
  beforeLoad: (visit) => requireCoach(visit),
  component: AnalyticsPage,
});

const PAGE = { title: 'Expense analytics', what: 'What you spend on what, over time.' };

function AnalyticsPage() {
  const { coachId } = Route.useParams();
  // Parsed again: the router also passes on unknown parameters.
  const search = readBusinessSearch({ ...Route.useSearch() });
  const navigate = Route.useNavigate();
  const { session } = useSession();
  const today = dayInZone(new Date(), session?.coach?.timeZone ?? 'UTC');
  return (
    <FeatureGate access={session?.plan} feature={'expense_analytics' satisfies Needed} page={PAGE}>
      <Stack gap="lg">
        <PageHeader
          title="Expense analytics"
          lead={
            <Anchor component={Link} to={`/coach/${coachId}/expenses`}>
              Back to expenses
            </Anchor>
          }
        />
        <ExpenseAnalyticsPage
          coachId={coachId}
          search={search}
          today={today}
          onSearch={(wanted) =>
            void navigate({ search: readBusinessSearch(wanted), replace: true, resetScroll: false })
          }
        />
      </Stack>
    </FeatureGate>
  );
}
