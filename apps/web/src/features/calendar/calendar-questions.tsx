import { Box, Button, Group, Stack, Text } from '@mantine/core';
import type { CalendarQuestion } from '@stridewell/contract/integrations/integrations.calendars';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { countLabel } from '../../lib/format.ts';
import { toast } from '../../lib/toasts.ts';
import { late } from '../../ui/late.tsx';
import { Muted } from '../../ui/muted.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import rows from '../../ui/rows.module.css';
import { SectionCard } from '../../ui/section-card.tsx';
import { questionsQuery, useAnswerQuestion } from './calendar.queries.ts';
import { momentInSentence } from './calendar.wording.ts';

const FollowDialog = late(async () => (await import('./follow-dialog.tsx')).FollowDialog);

type Props = { coachId: string; timeZone: string };

/**
 * Asks about sessions that the coach moved or deleted in a connected calendar. Takes no room while there are none.
 * @param most how many are shown at once, besides their number
 */
export function CalendarQuestions({ coachId, timeZone, most = 100 }: Props & { most?: number }) {
  const { data, error } = useQuery(questionsQuery(coachId));
  if (!data) return <ProblemAlert error={error} fallback="Changes in your connected calendars could not be loaded." />;
  if (data.questions.length === 0) return null;
  const more = data.questions.length - most;
  return (
    <SectionCard title="Changed in your calendar">
      <Text mb="xs">Your clients have not been told. Decide whether each session changes too.</Text>
      <Box component="ul" m={0} p={0} className={rows.divided} style={{ listStyle: 'none' }}>
        {data.questions.slice(0, most).map((question) => (
          <Question
            key={`${question.sessionId} ${question.askedAt}`}
            coachId={coachId}
            timeZone={timeZone}
            question={question}
          />
        ))}
      </Box>
      {more > 0 && <Muted>{countLabel(more, 'more session')} to decide about after these.</Muted>}
    </SectionCard>
  );
}

const WORDS = {
  moved: { title: 'Moved', follow: 'Move the session', keep: 'Keep the time' },
  deleted: { title: 'Deleted', follow: 'Cancel the session', keep: 'Keep the session' },
  unclear: { title: 'Changed', follow: null, keep: 'Keep the time' },
} as const;

function Question({ coachId, timeZone, question }: Props & { question: CalendarQuestion }) {
  const answer = useAnswerQuestion(coachId);
  const [following, setFollowing] = useState(false);
  const { kind, calendarName, clientName } = question;
  const words = WORDS[kind];
  const keep = () =>
    answer.mutate(
      { ...question, answer: 'keep' },
      { onSuccess: () => toast.success('Session kept', `${calendarName} is updated shortly.`) },
    );
  return (
    <Box component="li" py="sm">
      <Stack gap="xs">
        <div>
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {words.title} in {calendarName}: Session with {clientName}
          </Text>
          <Muted>{changeText(question, timeZone)}</Muted>
        </div>
        {!following && <ProblemAlert error={answer.error} fallback="Nothing was changed. Please try again." />}
        <Group gap="xs">
          {words.follow && (
            <Button
              // Canceling is no better a choice than keeping.
              variant={kind === 'moved' ? 'filled' : 'default'}
              aria-label={`${words.follow} with ${clientName}`}
              onClick={() => setFollowing(true)}
            >
              {words.follow}
            </Button>
          )}
          <Button
            variant="default"
            aria-label={`${words.keep} with ${clientName}`}
            loading={answer.isPending}
            onClick={keep}
          >
            {words.keep}
          </Button>
        </Group>
      </Stack>
      {following && (
        <FollowDialog coachId={coachId} timeZone={timeZone} question={question} onClose={() => setFollowing(false)} />
      )}
    </Box>
  );
}

function changeText({ kind, movedTo, sessionDate, minutes }: CalendarQuestion, timeZone: string): string {
  const planned = momentInSentence(sessionDate, timeZone);
  if (kind === 'deleted') return `It is planned for ${planned}.`;
  if (!movedTo) return `It is planned for ${planned}. The event there now repeats or lasts whole days.`;
  const length = movedTo.minutes === minutes ? '' : `, ${movedTo.minutes} instead of ${minutes} minutes`;
  if (movedTo.startsAt === sessionDate) return `${planned}${length}.`.replace(/^./, (first) => first.toUpperCase());
  return `From ${planned} to ${momentInSentence(movedTo.startsAt, timeZone)}${length}.`;
}
