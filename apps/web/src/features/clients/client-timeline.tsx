import { Anchor, Button, NativeSelect, Stack, Text, VisuallyHidden } from '@mantine/core';
import type { TimelineEntry } from '@stridewell/contract/clients/clients.timeline';
import {
  foldRoutine,
  isRoutine,
  TIMELINE_FILTERS,
  type TimelineFilter,
} from '@stridewell/contract/clients/clients.timeline.rules';
import { dayInZone } from '@stridewell/contract/time';
import type { UnitSystem } from '@stridewell/contract/units';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usePhone } from '../../lib/use-phone.ts';
import { LoadMore } from '../../ui/load-more.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { timelineQuery } from './clients.queries.ts';
import { TimelineFold } from './timeline-fold.tsx';
import { TimelineItem } from './timeline-item.tsx';

const FILTER_LABELS: Record<TimelineFilter, string> = {
  all: 'Everything',
  status: 'Changes',
  check_in: 'Check-ins',
  message: 'Messages',
  session: 'Sessions',
  program: 'Programs',
  workout: 'Workouts',
  nutrition: 'Nutrition',
  note: 'Notes',
  measurement: 'Measurements',
};

/** Lines of the timeline on a phone before "Show earlier". */
const PHONE_LINES = 3;

type ClientTimelineProps = {
  coachId: string;
  clientId: string;
  firstName: string;
  today: string;
  timeZone: string;
  units: UnitSystem;
};

/** The events of a client, the latest first. Routine entries stand in one line. */
export function ClientTimeline({ coachId, clientId, today, timeZone, ...shown }: ClientTimelineProps) {
  const [filter, setFilter] = useState<TimelineFilter>('all');
  const query = useInfiniteQuery({ ...timelineQuery(coachId, clientId, filter), placeholderData: keepPreviousData });
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? [];
  // A filter shows each entry of its kind.
  const lines = filter === 'all' ? foldRoutine(entries) : entries.map((entry) => [entry]);
  const isPhone = usePhone();
  const [isWhole, setWhole] = useState(false);
  const visible = isPhone && !isWhole ? lines.slice(0, PHONE_LINES) : lines;
  const reader = { ...shown, today, timeZone };
  const dayOf = (entry: TimelineEntry | undefined) => entry && dayInZone(new Date(entry.at), timeZone);
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
          <Stack gap="sm" opacity={query.isPlaceholderData ? 0.6 : 1}>
            <VisuallyHidden role="status">{query.isFetching ? '' : `${entries.length} entries`}</VisuallyHidden>
            <ol>
              {visible.map((line, index) => {
                const [entry] = line;
                if (!entry) return null;
                if (filter === 'all' && isRoutine(entry))
                  return <TimelineFold key={entry.id} entries={line} {...reader} />;
                return (
                  <TimelineItem
                    key={entry.id}
                    entry={entry}
                    // A fold shows the day of its first entry, and may span several.
                    showDay={dayOf(entry) !== dayOf(lines[index - 1]?.[0])}
                    {...reader}
                  />
                );
              })}
            </ol>
            {visible.length < lines.length ? (
              <Button variant="default" onClick={() => setWhole(true)}>
                Show earlier
              </Button>
            ) : (
              <LoadMore query={query} label="Show earlier" failed="Earlier entries could not be loaded" />
            )}
          </Stack>
        )}
      </QueryBoundary>
    </SectionCard>
  );
}

function EmptyTimeline(props: { filter: TimelineFilter; firstName: string; onShowAll: () => void }) {
  const { filter, firstName, onShowAll } = props;
  if (filter === 'all') {
    return <Text c="dimmed">Check-ins, messages, sessions and notes of {firstName} appear here, newest first.</Text>;
  }
  return (
    <Text c="dimmed">
      Nothing to show for this filter yet.{' '}
      <Anchor component="button" type="button" inherit onClick={onShowAll}>
        Show everything
      </Anchor>
    </Text>
  );
}
