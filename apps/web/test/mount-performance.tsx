import { ClientBadge } from '../src/features/clients/client-badge.tsx';
import { readPerformanceSearch } from '../src/features/performance/performance.search.ts';
import { PerformancePage } from '../src/features/performance/performance-page.tsx';
import { mountPage } from './mount.tsx';
import { COACH_ID } from './people.ts';

/** Mounts the performance metrics with their period in the address, for a coach whose plan has them. */
export const mountPerformance = () =>
  mountPage({
    at: `/coach/${COACH_ID}/performance-metrics`,
    read: readPerformanceSearch,
    page: (search, onSearch) => (
      <PerformancePage
        coachId={COACH_ID}
        units="metric"
        search={search}
        statusOf={(client) => <ClientBadge client={{ ...client, status: 'active', readOnly: false }} quiet />}
        onSearch={onSearch}
      />
    ),
  });
