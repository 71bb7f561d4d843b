import { createFileRoute } from '@tanstack/react-router';
import { requireOperator } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { auditSearchQuery, lastCheckQuery } from '../features/audit/audit.queries.ts';
import { type AuditPageSearch, auditSearchOf, readAuditSearch } from '../features/audit/audit.search.ts';
import { AuditLog } from '../features/audit/audit-log.tsx';
import { readerTimeZone } from '../lib/time-zone.ts';
import { unread } from '../lib/unread-search.ts';
import { PageSkeleton } from '../ui/page-skeleton.tsx';

export const Route = createFileRoute('/operator/audit-log')({
  validateSearch: unread<AuditPageSearch>,
  beforeLoad: requireOperator,
  loader: async ({ location }) => {
    const search = auditSearchOf(readAuditSearch({ ...location.search }), readerTimeZone());
    await Promise.all([
      queryClient.prefetchInfiniteQuery(auditSearchQuery(search)),
      queryClient.prefetchQuery(lastCheckQuery()),
    ]);
  },
  pendingComponent: () => <PageSkeleton title="Audit log" width={1280} heights={[60, 420]} />,
  component: AuditLogPage,
});

function AuditLogPage() {
  const navigate = Route.useNavigate();
  return (
    <AuditLog
      search={readAuditSearch({ ...Route.useSearch() })}
      onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  );
}
