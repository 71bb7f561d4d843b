import { Anchor, NativeSelect, Stack, Text, VisuallyHidden } from '@mantine/core';
import { groupByDay, TIMELINE_FILTERS, type TimelineFilter } from '@stridewell/contract/clients.timeline.rules';
import { relativeDayLabel } from '@stridewell/contract/time';
import type { UnitSystem } from '@stridewell/contract/units';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadMore } from '../../components/load-more.tsx';
import { Muted } from '../../components/muted.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { timelineQuery } from './clients.queries.ts';
import { TimelineItem } from './timeline-item.tsx';

const FILTER_LABELS: Record<TimelineFilter, string> = {
  all: 'Everything',
  status: 'Changes',
  check_in: 'Check-ins',
  message: 'Messages',
  session: 'Sessions',
  note: 'Notes',
  measurement: 'Measurements',
};

type ClientTimelineProps = {
  coachId: string;
  clientId: string;
  firstName: string;
  today: string;
  timeZone: string;
  units: UnitSystem;
};

/** The events of a client, the latest first. */
export function ClientTimeline({ coachId, clientId, today, timeZone, ...shown }: ClientTimelineProps) {
  const [filter, setFilter] = useState<TimelineFilter>('all');
  const query = useInfiniteQuery({ ...timelineQuery(coachId, clientId, filter), placeholderData: keepPreviousData });
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <SectionCard
      title="Timeline"
      aside={
        <NativeSelect
          size="xs"
          aria-label="Show in the timeline"
          value={filter}
          onChange={({ currentTarget: { value } }) => setFilter(TIMELINE_FILTERS.find((one) => one === value) ?? 'all')}
          data={TIMELINE_FILTERS.map((value) => ({ value, label: FILTER_LABELS[value] }))}
        />
      }
    >
      <QueryBoundary
        query={query}
        failed="The timeline could not be loaded"
        loading="Loading the timeline"
        skeleton={240}
        isEmpty={() => entries.length === 0}
        empty={<EmptyTimeline filter={filter} firstName={shown.firstName} onShowAll={() => setFilter('all')} />}
      >
        {() => (
          <Stack gap={20} opacity={query.isPlaceholderData ? 0.6 : 1}>
            <VisuallyHidden role="status">{query.isFetching ? '' : `${entries.length} entries`}</VisuallyHidden>
            {groupByDay(entries, timeZone).map((group) => (
              <section key={group.day} aria-label={relativeDayLabel(group.day, today)}>
                <Muted component="h3" fw={600} mb="xs">
                  {relativeDayLabel(group.day, today)}
                </Muted>
                <ol>
                  {group.entries.map((entry) => (
                    <TimelineItem key={entry.id} entry={entry} today={today} timeZone={timeZone} {...shown} />
                  ))}
                </ol>
              </section>
            ))}
            <LoadMore query={query} label="Show earlier" failed="Earlier entries could not be loaded" />
          </Stack>
        )}
      </QueryBoundary>
    </SectionCard>
  );
}

function EmptyTimeline(props: { filter: TimelineFilter; firstName: string; onShowAll: () => void }) {
  const { filter, firstName, onShowAll } = props;
  if (filter === 'all') {
    return (
      <Text c="dimmed">Check-ins, messages, sessions and notes of {firstName} will be here, the latest first.</Text>
    );
  }
  return (
    <Text c="dimmed">
      Nothing of this kind yet.{' '}
      <Anchor component="button" type="button" inherit onClick={onShowAll}>
        Show everything
      </Anchor>
    </Text>
  );
}
