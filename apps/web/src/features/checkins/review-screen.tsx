import { Anchor, Badge, Button, Group, Kbd, Stack, Text, Title } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { photosOfAnswers } from '@stridewell/contract/checkins.forms.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import columns from '../../components/columns.module.css';
import { Muted } from '../../components/muted.tsx';
import { PhotoCompare } from '../../components/photo-compare.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { dayInSentence } from '../../lib/format.ts';
import { photoDays } from './checkins.answers.ts';
import { reviewQuery, unreviewedQuery } from './checkins.queries.ts';
import { ReplyComposer } from './reply-composer.tsx';
import { ReviewAnswers } from './review-answers.tsx';
import classes from './review-screen.module.css';
import { WeightCard } from './weight-card.tsx';

type ReviewScreenProps = { coachId: string; checkInId: string; units: UnitSystem };

/** One check-in with its answers, their changes and the reply. Loads the next one in the background. */
export function ReviewScreen({ coachId, checkInId, units }: ReviewScreenProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
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
  useEffect(() => heading.current?.focus(), []);
  const open = (id: string | undefined) =>
    void navigate({ to: id ? `/coach/${coachId}/check-ins/${id}` : `/coach/${coachId}/check-ins` });
  useHotkeys([
    ['j', () => nextId && open(nextId)],
    ['n', () => nextId && open(nextId)],
    ['k', () => previousId && open(previousId)],
    ['r', () => input.current?.focus()],
  ]);
  const { checkIn, earlier, forms, goal, today, clientName, weights } = review;
  const photos = photoDays(coachId, [checkIn, ...earlier], today);
  const unread = queue.total - (index >= 0 ? 1 : 0);
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start">
        <Stack gap={4} miw={0}>
          <Group gap="sm">
            <Title order={1} ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
              <Anchor component={Link} to={`/coach/${coachId}/client/${checkIn.clientId}`} inherit c="inherit">
                {clientName}
              </Anchor>
            </Title>
            {checkIn.byCoach && <Badge color="gray">Logged by you</Badge>}
            {checkIn.reviewedAt && !checkIn.byCoach && <Badge>Reviewed</Badge>}
          </Group>
          <Text c="dimmed">
            Check-in from {dayInSentence(checkIn.day, today)}
            {goal && `. Goal: ${goal}`}
          </Text>
        </Stack>
        <Group gap="sm">
          <Muted>{unread === 0 ? 'No other to review' : `${unread} more to review`}</Muted>
          <Button
            variant="default"
            disabled={!nextId}
            onClick={() => open(nextId)}
            rightSection={<Kbd size="xs">J</Kbd>}
            aria-keyshortcuts="J N"
          >
            Next
          </Button>
        </Group>
      </Group>
      <div className={columns.columns}>
        <Stack gap="lg" miw={0}>
          <SectionCard title="Answers">
            <ReviewAnswers {...{ checkIn, earlier, forms, goal, today, units }} />
          </SectionCard>
          <WeightCard points={weights} today={today} units={units} />
          {photosOfAnswers(checkIn.answers).length > 0 && (
            <SectionCard title="Photos">
              <PhotoCompare days={photos} before={photos[1]} />
            </SectionCard>
          )}
        </Stack>
        <div className={columns.sticky}>
          <SectionCard title="Your reply">
            <ReplyComposer
              coachId={coachId}
              checkInId={checkInId}
              clientName={clientName}
              open={review.open}
              reviewed={checkIn.reviewedAt !== null}
              quickReplies={queue.quickReplies}
              input={input}
              onDone={() => open(nextId)}
            />
            <Text size="xs" c="dimmed" mt="sm" className={classes.keys}>
              <Kbd size="xs">Ctrl</Kbd> <Kbd size="xs">Enter</Kbd> sends and opens the next, <Kbd size="xs">R</Kbd>{' '}
              writes, <Kbd size="xs">J</Kbd> next, <Kbd size="xs">K</Kbd> previous
            </Text>
          </SectionCard>
        </div>
      </div>
    </Stack>
  );
}
