import { Box, Button, Card, Stack, Text } from '@mantine/core';
import type { ReviewedCoach } from '@stridewell/contract/operator/operator';
import type { CoachStatus } from '@stridewell/contract/people.rules';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { longDate } from '../../lib/format.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterTabs } from '../../ui/filter-tabs.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Muted } from '../../ui/muted.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import rows from '../../ui/rows.module.css';
import classes from './coach-review.module.css';
import { CoachReview } from './coach-review.tsx';
import { Doubt } from './doubt.tsx';
import { reviewedCoachesQuery } from './operator.queries.ts';
import { doubtsOf, STATUS_LABELS } from './operator.wording.ts';

const FILTER = (['pending', 'active', 'approved', 'suspended', 'rejected'] as const).map((value) => ({
  value,
  label: STATUS_LABELS[value],
}));

const EMPTY: Record<CoachStatus, string> = {
  pending: 'No coach is waiting. New coaches appear here when they sign up.',
  approved: 'All approved coaches have signed in.',
  active: 'No active coaches yet.',
  inactive: 'No inactive coaches.',
  rejected: 'No rejected coaches.',
  suspended: 'No suspended coaches.',
};

type ApprovalPageProps = {
  status: CoachStatus;
  /** The coach whose details are open; without one, the first of the list. */
  coachId: string | undefined;
  onStatus: (status: CoachStatus) => void;
};

/** Coaches by status, those who wait longest first, with the one to decide about beside the list. */
export function ApprovalPage({ status, coachId, onStatus }: ApprovalPageProps) {
  const query = useSuspenseInfiniteQuery(reviewedCoachesQuery(status));
  const coaches = query.data.pages.flatMap((page) => page.coaches);
  const opened = coaches.find((coach) => coach.coachId === coachId);
  const chosen = opened ?? coaches[0];
  return (
    <Stack gap="lg">
      <PageHeader title="Coach Approval" lead="Longest waiting first." />
      <FilterTabs
        label="Status"
        data={FILTER}
        value={status}
        onChange={(value) => onStatus(FILTER.find((one) => one.value === value)?.value ?? 'pending')}
      />
      {chosen ? (
        <div className={classes.columns}>
          <Box {...(opened && { visibleFrom: 'md' })}>
            <Card padding={0} component="ul" className={rows.divided} aria-label={`${STATUS_LABELS[status]} coaches`}>
              {coaches.map((coach) => (
                <CoachRow key={coach.coachId} coach={coach} status={status} chosen={coach === chosen} />
              ))}
            </Card>
            <LoadMore query={query} label="Show more coaches" failed="More coaches could not be loaded" />
          </Box>
          <Box {...(!opened && { visibleFrom: 'md' })}>
            <Button
              renderRoot={(props) => <Link to="/operator/coach-approval" search={{ status }} {...props} />}
              variant="subtle"
              hiddenFrom="md"
              mb="sm"
              leftSection={<IconChevronLeft size={18} stroke={1.75} aria-hidden />}
            >
              All {STATUS_LABELS[status].toLowerCase()} coaches
            </Button>
            <CoachReview key={chosen.coachId} coach={chosen} />
          </Box>
        </div>
      ) : (
        <EmptyState title={`${STATUS_LABELS[status]} coaches`} role="status">
          {EMPTY[status]}
        </EmptyState>
      )}
    </Stack>
  );
}

type CoachRowProps = { coach: ReviewedCoach; status: CoachStatus; chosen: boolean };

function CoachRow({ coach, status, chosen }: CoachRowProps) {
  const timeZone = useTimeZone();
  const [doubt, ...more] = doubtsOf(coach);
  return (
    <li>
      <Link
        to="/operator/coach-approval"
        search={{ status, coach: coach.coachId }}
        className={`${rows.link} ${chosen ? classes.chosen : ''}`}
        {...(chosen && { 'aria-current': true })}
      >
        <Stack gap={0} flex={1} miw={0}>
          <Text span fw={600} truncate dir="auto" ta="left">
            {coach.fullName}
          </Text>
          <Muted component="span" truncate>
            {coach.email}
          </Muted>
          <Muted component="span">Signed up on {longDate(coach.joinedAt, timeZone)}</Muted>
        </Stack>
        {doubt && <Doubt text={more.length > 0 ? `${doubt}, and ${more.length} more` : doubt} />}
        <IconChevronRight size={18} stroke={1.75} aria-hidden />
      </Link>
    </li>
  );
}
