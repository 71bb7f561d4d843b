import { Button, SegmentedControl, SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { PERFORMANCE_WEEKS } from '@stridewell/contract/performance/performance.rules';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Muted } from '../../ui/muted.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { AdherenceDistribution } from './adherence-distribution.tsx';
import { ClientPerformanceTable } from './client-performance-table.tsx';
import { performanceFileUrl, performanceQuery } from './performance.queries.ts';
import type { PerformanceSearch } from './performance.search.ts';
import { PERIOD_WORDS } from './performance.wording.ts';
import { GoalBreakdown, ProgramBreakdown } from './performance-breakdowns.tsx';
import { PerformanceFigures } from './performance-figures.tsx';
import { ReplyTimes } from './reply-times.tsx';
import { TopQuarterCard } from './top-quarter-card.tsx';
import { TrendCard } from './trend-card.tsx';

type PerformancePageProps = Pick<
  ComponentProps<typeof ClientPerformanceTable>,
  'coachId' | 'units' | 'search' | 'statusOf'
> & {
  onSearch: (search: PerformanceSearch) => void;
};

/** How the active clients of a coach did in a period. */
export function PerformancePage({ coachId, units, search, statusOf, onSearch }: PerformancePageProps) {
  const weeks = search.weeks ?? 4;
  const query = useQuery(performanceQuery(coachId, weeks));
  const hasClients = (query.data?.clients.length ?? 0) > 0;
  return (
    <Stack gap="lg">
      <PageHeader
        title="Performance metrics"
        lead="Your active clients' workouts, check-ins and results, and how fast you reply."
        actions={
          hasClients && (
            <Button
              component="a"
              href={performanceFileUrl(coachId, weeks)}
              download
              variant="default"
              leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
            >
              Download as CSV
            </Button>
          )
        }
      />
      <SegmentedControl
        aria-label="Period"
        size="sm"
        bg="var(--hover)"
        w="fit-content"
        data={PERFORMANCE_WEEKS.map((value) => ({ value: String(value), label: PERIOD_WORDS[value].label }))}
        value={String(weeks)}
        onChange={(value) => {
          const chosen = PERFORMANCE_WEEKS.find((count) => String(count) === value);
          onSearch({ ...search, ...(chosen && { weeks: chosen }) });
        }}
      />
      <QueryBoundary
        query={query}
        failed="The metrics could not be loaded"
        loading="Loading the metrics"
        skeleton={<PerformanceSkeleton />}
        isEmpty={({ clients }) => clients.length === 0}
        empty={
          <EmptyState
            title="Your clients' results will appear here"
            action={
              <Button component={Link} to={`/coach/${coachId}/clients`} variant="light">
                Go to your clients
              </Button>
            }
          >
            Active clients who finished the onboarding are counted.
          </EmptyState>
        }
      >
        {(report) => (
          <Stack gap="md">
            <TrendCard report={report} />
            <PerformanceFigures report={report} />
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
              <AdherenceDistribution report={report} />
              <ReplyTimes report={report} />
              <ProgramBreakdown report={report} />
              <GoalBreakdown report={report} units={units} />
            </SimpleGrid>
            <TopQuarterCard report={report} />
            <ClientPerformanceTable
              coachId={coachId}
              units={units}
              search={search}
              statusOf={statusOf}
              weeks={weeks}
              clients={report.clients}
              onSort={(sort, order) => onSearch({ ...search, sort, order })}
            />
            <Muted>
              Figures cover the clients who are active now. Weeks end today in each client's time zone. Averages include
              the clients who had something due.
            </Muted>
          </Stack>
        )}
      </QueryBoundary>
    </Stack>
  );
}

function PerformanceSkeleton() {
  return (
    <Stack gap="md">
      <Skeleton h={360} radius="lg" />
      <Skeleton h={110} radius="lg" />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <Skeleton h={320} radius="lg" />
        <Skeleton h={320} radius="lg" />
      </SimpleGrid>
    </Stack>
  );
}
