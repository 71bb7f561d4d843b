import { createFileRoute } from '@tanstack/react-router';
import { requireCoach } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { InteractionReportPage } from '../features/reports/interaction-report.tsx';
import { interactionsQuery } from '../features/reports/reports.queries.ts';
import { type ReportSearch, readReportSearch } from '../features/reports/reports.search.ts';
import { unread } from '../lib/unread-search.ts';
import { PageSkeleton } from '../ui/page-skeleton.tsx';

export const Route = createFileRoute('/coach/$coachId/reports')({
  validateSearch: unread<ReportSearch>,
  beforeLoad: (visit) => requireCoach(visit),
  loader: async ({ params: { coachId }, location }) => {
    // The page shows its own error with a retry.
    await queryClient.prefetchQuery(interactionsQuery(coachId, readReportSearch({ ...location.search })));
  },
  pendingComponent: () => <PageSkeleton title="Interaction report" width={1280} heights={[520, 320]} />,
  component: ReportsPage,
});

function ReportsPage() {
  const { coachId } = Route.useParams();
  // Parsed again: the router also passes on unknown parameters.
  const search = readReportSearch({ ...Route.useSearch() });
  const navigate = Route.useNavigate();
  return (
    <InteractionReportPage
      coachId={coachId}
      search={search}
      onSearch={(wanted) =>
        void navigate({ search: readReportSearch({ ...wanted }), replace: true, resetScroll: false })
      }
    />
  );
}
