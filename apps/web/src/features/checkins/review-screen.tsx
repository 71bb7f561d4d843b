import { Anchor, Button, Group, Kbd, Stack, Text, Title } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { photosOfAnswers } from '@stridewell/contract/checkins/checkins.forms.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { dayInSentence } from '../../lib/format.ts';
import { reportedWorkoutsText } from '../../shared/figure-text.ts';
import { Muted } from '../../ui/muted.tsx';
import { PhotoCompare } from '../../ui/photo-compare.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { photoDays } from './checkins.answers.ts';
import { reviewQuery, unreviewedQuery } from './checkins.queries.ts';
import { EarlierReplies } from './earlier-replies.tsx';
import { ReviewAnswers } from './review-answers.tsx';
import { ReviewReply } from './review-reply.tsx';
import classes from './review-screen.module.css';
import { WeightCard } from './weight-card.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The coach looks through the queue, so the keys for that keep working. */
    browsing?: boolean;
  }
}

type ReviewScreenProps = {
  coachId: string;
  checkInId: string;
  units: UnitSystem;
  /** Facts of other features about the days before the check-in. */
  beforeOf?: (of: { clientId: string; day: string; firstName: string }) => ReactNode;
};

/** Where the coach can type at once, without a keyboard on the screen that hides half of it. */
const hasKeyboard = () => window.matchMedia('(hover: hover) and (pointer: fine)').matches;

/** One check-in with its answers, their changes and the reply. Loads the next one in the background. */
export function ReviewScreen({ coachId, checkInId, units, beforeOf }: ReviewScreenProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const browsing = useLocation({ select: ({ state }) => state.browsing === true });
  const { data: review } = useSuspenseQuery(reviewQuery(coachId, checkInId));
  const { data: queue } = useSuspenseQuery(unreviewedQuery(coachId));
  const input = useRef<HTMLTextAreaElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const index = queue.checkIns.findIndex(({ id }) => id === checkInId);
  const others = queue.checkIns.filter(({ id }) => id !== checkInId);
  const nextId = (queue.checkIns[index + 1] ?? others[0])?.id;
  const previousId = index > 0 ? queue.checkIns[index - 1]?.id : undefined;
  useEffect(() => {
    if (nextId) void client.prefetchQuery(reviewQuery(coachId, nextId));
  }, [client, coachId, nextId]);
  // A coach who comes to answer types at once; one who looks through the queue keeps its keys.
  useEffect(() => {
    const field = !browsing && hasKeyboard() ? input.current : null;
    (field ?? heading.current)?.focus({ preventScroll: true });
  }, [browsing]);
  const open = (id: string | undefined, look: boolean) =>
    void navigate({
      to: id ? `/coach/${coachId}/check-ins/${id}` : `/coach/${coachId}/check-ins`,
      ...(look && { state: { browsing: true } }),
    });
  const look = (id: string | undefined) => id && open(id, true);
  useHotkeys([
    ['j', () => look(nextId)],
    ['n', () => look(nextId)],
    ['k', () => look(previousId)],
    ['r', () => input.current?.focus()],
  ]);
  const { checkIn, earlier, forms, goal, today, clientName, weights, workouts } = review;
  const photos = photoDays(coachId, [checkIn, ...earlier], today);
  return (
    <Stack gap="lg">
      <Group justify="space-between" gap="sm">
        <Anchor component={Link} to={`/coach/${coachId}/check-ins`} size="sm" className={classes.back}>
          <IconArrowLeft size={16} stroke={1.75} aria-hidden />
          Check-ins to review
        </Anchor>
        <Group gap="xs">
          <Muted>{index >= 0 ? `${index + 1} of ${queue.total}` : `${queue.total} to review`}</Muted>
          <Button
            variant="default"
            size="xs"
            disabled={!previousId}
            onClick={() => look(previousId)}
            rightSection={
              <Kbd size="xs" className={classes.keys}>
                K
              </Kbd>
            }
            aria-keyshortcuts="K"
          >
            Previous
          </Button>
          <Button
            variant="default"
            size="xs"
            disabled={!nextId}
            onClick={() => look(nextId)}
            rightSection={
              <Kbd size="xs" className={classes.keys}>
                J
              </Kbd>
            }
            aria-keyshortcuts="J N"
          >
            Next
          </Button>
        </Group>
      </Group>
      <Stack gap={4} miw={0}>
        <Group gap="sm">
          <Title order={1} ref={heading} tabIndex={-1}>
            <Anchor component={Link} to={`/coach/${coachId}/client/${checkIn.clientId}`} inherit c="inherit">
              {clientName}
            </Anchor>
          </Title>
          {checkIn.byCoach && <Muted span>Logged by you</Muted>}
          {checkIn.reviewedAt && !checkIn.byCoach && <Muted span>Reviewed</Muted>}
        </Group>
        <Text c="dimmed">
          Check-in from {dayInSentence(checkIn.day, today)}
          {goal && `. Goal: ${goal}`}
        </Text>
      </Stack>
      <div className={classes.columns}>
        <Stack gap="lg" miw={0}>
          <SectionCard title="Answers">
            {workouts && <Muted mb="xs">{reportedWorkoutsText(workouts)}</Muted>}
            <ReviewAnswers checkIn={checkIn} earlier={earlier} forms={forms} goal={goal} today={today} units={units} />
          </SectionCard>
          <WeightCard points={weights} today={today} units={units} />
          {beforeOf?.({ clientId: checkIn.clientId, day: checkIn.day, firstName: clientName.split(' ')[0] ?? '' })}
          {photosOfAnswers(checkIn.answers).length > 0 && (
            <SectionCard title="Photos">
              <PhotoCompare days={photos} before={photos[1]} />
            </SectionCard>
          )}
          <EarlierReplies coachId={coachId} earlier={earlier} today={today} />
        </Stack>
        <ReviewReply
          coachId={coachId}
          review={review}
          quickReplies={queue.quickReplies}
          input={input}
          onEscape={() => heading.current?.focus({ preventScroll: true })}
          onDone={() => open(nextId, false)}
        />
      </div>
    </Stack>
  );
}
