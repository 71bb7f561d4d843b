import { Button, Card, Group, Stack } from '@mantine/core';
import type { UnitSystem } from '@stridewell/contract/units';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { serverNow } from '../../lib/server-clock.ts';
import { waitText } from '../../shared/figure-text.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Muted } from '../../ui/muted.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import rows from '../../ui/rows.module.css';
import { unreviewedQuery } from './checkins.queries.ts';
import { ReviewRow } from './review-row.tsx';

type ReviewQueueProps = { coachId: string; today: string; units: UnitSystem };

/** Check-ins to review, oldest first. */
export function ReviewQueue({ coachId, today, units }: ReviewQueueProps) {
  const { data } = useSuspenseQuery(unreviewedQuery(coachId));
  const [first] = data.checkIns;
  return (
    <Stack gap="lg">
      <PageHeader
        title="Check-ins to review"
        lead={`${data.total === 0 ? 'All caught up' : `${data.total} waiting`}${
          data.medianHours === null ? '' : `. You usually reply within ${hoursText(data.medianHours)}`
        }`}
        actions={
          <Group gap="xs">
            <Button component={Link} to={`/coach/${coachId}/check-in-templates`} variant="default">
              Forms
            </Button>
            {first && (
              <Button component={Link} to={`/coach/${coachId}/check-ins/${first.id}`}>
                Start reviewing
              </Button>
            )}
          </Group>
        }
      />
      {first ? (
        <Card padding={0} component="ul" className={rows.divided} aria-label="Check-ins to review">
          {data.checkIns.map((checkIn) => (
            <ReviewRow
              key={checkIn.id}
              coachId={coachId}
              checkIn={checkIn}
              waiting={waitText(checkIn.submittedAt, serverNow())}
              today={today}
              units={units}
            />
          ))}
        </Card>
      ) : (
        <EmptyState
          title="All caught up"
          action={
            <Button component={Link} to={`/coach/${coachId}/check-in`} variant="light">
              Log a check-in
            </Button>
          }
        >
          New check-ins appear here, oldest first.
        </EmptyState>
      )}
      {data.total > data.checkIns.length && <Muted>The oldest {data.checkIns.length} are shown.</Muted>}
    </Stack>
  );
}

function hoursText(hours: number): string {
  if (hours < 1) return 'an hour';
  if (hours < 36) return `${Math.round(hours)} ${Math.round(hours) === 1 ? 'hour' : 'hours'}`;
  return `${Math.round(hours / 24)} days`;
}

/** A link to the queue with the number of check-ins in it. */
export function ReviewLink({ coachId }: { coachId: string }) {
  const { data } = useQuery(unreviewedQuery(coachId));
  return (
    <Button component={Link} to={`/coach/${coachId}/check-ins`} variant="default">
      {data && data.total > 0 ? `Review check-ins (${data.total})` : 'Check-ins'}
    </Button>
  );
}
