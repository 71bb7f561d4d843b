import { Button, Card, Group, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import type { AssistantAnswer } from '@stridewell/contract/assistant/assistant';
import { IconSend2 } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { isUnreachable } from '../../lib/errors.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { late } from '../../ui/late.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Muted } from '../../ui/muted.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { AnswerCard, type AnswerView } from './answer-card.tsx';
import { AnswerInterrupted, type Asking, useAsking } from './assistant.asking.ts';
import { type Asker, answersQuery, useDeleteAnswers } from './assistant.queries.ts';

const QuestionList = late(async () => (await import('./question-list.tsx')).QuestionList);

/** The limit of the contract, whose schema stays off the page. */
const QUESTION_MAX = 300;

type Proposal = NonNullable<AssistantAnswer['proposal']>;

type AssistantPageProps = {
  asker: Asker;
  title: string;
  lead: string;
  view: AnswerView;
  onDraft?: (proposal: Proposal) => void;
};

/** Answers questions from the figures of a coach, or of the platform. */
export function AssistantPage({ asker, title, lead, view, onDraft = () => undefined }: AssistantPageProps) {
  const query = useInfiniteQuery(answersQuery(asker));
  const { asking, start, retry } = useAsking(asker);
  const [question, setQuestion] = useState('');
  const [isListed, setListed] = useState(false);
  const [deleting, setDeleting] = useState<AssistantAnswer | 'all' | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const remove = useDeleteAnswers(asker);
  const ask = (asked: string) => {
    setQuestion('');
    input.current?.focus();
    void start(asked);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (question.trim() !== '') ask(question.trim());
  };
  const confirm = () =>
    remove.mutate(deleting === 'all' || deleting === null ? undefined : deleting.id, {
      onSuccess: () => setDeleting(null),
    });
  return (
    <Stack gap="lg" maw={760} mx="auto">
      <PageHeader title={title} lead={lead} />
      <Card component="form" onSubmit={submit} aria-label="Ask a question">
        <Stack gap="sm">
          <Group gap="sm" wrap="nowrap" align="flex-end">
            <TextInput
              ref={input}
              flex={1}
              size="md"
              label="Your question"
              maxLength={QUESTION_MAX}
              value={question}
              onChange={({ currentTarget: { value } }) => setQuestion(value)}
            />
            <Button type="submit" size="md" disabled={question.trim() === ''} leftSection={<IconSend2 size={18} />}>
              Ask
            </Button>
          </Group>
          <Group>
            <Button variant="subtle" size="sm" aria-expanded={isListed} onClick={() => setListed((was) => !was)}>
              {isListed ? 'Hide the questions' : 'Questions you can ask'}
            </Button>
          </Group>
          {isListed && <QuestionList asker={asker} onAsk={ask} />}
        </Stack>
      </Card>
      <Progress asking={asking} onRetry={() => void retry()} />
      <QueryBoundary
        query={query}
        failed="Your questions could not be loaded"
        skeleton={<Skeleton h={320} radius="lg" />}
        isEmpty={({ pages }) => pages[0]?.answers.length === 0 && asking.status === 'idle'}
        empty={
          <EmptyState title="Ask your first question">
            Answers come with the figures behind them. Your questions stay here for twelve months.
          </EmptyState>
        }
      >
        {({ pages }) => (
          <Stack gap="md">
            {pages.flatMap(({ answers }) =>
              answers.map((answer) => (
                <AnswerCard
                  key={answer.id}
                  answer={answer}
                  view={view}
                  onAsk={ask}
                  onDraft={onDraft}
                  onDelete={() => setDeleting(answer)}
                />
              )),
            )}
            <LoadMore query={query} label="Show older questions" failed="Older questions could not be loaded" />
            {(pages[0]?.answers.length ?? 0) > 0 && (
              <Group justify="space-between">
                <Muted>Questions are deleted after twelve months.</Muted>
                <Button variant="subtle" color="red" size="sm" onClick={() => setDeleting('all')}>
                  Delete all questions
                </Button>
              </Group>
            )}
          </Stack>
        )}
      </QueryBoundary>
      {deleting && (
        <ConfirmDialog
          title={deleting === 'all' ? 'Delete all questions?' : 'Delete this question?'}
          confirmLabel={deleting === 'all' ? 'Delete all questions' : 'Delete question'}
          action={remove}
          onConfirm={confirm}
          onClose={() => setDeleting(null)}
        >
          {deleting === 'all' ? 'Your questions and their answers are deleted.' : deleting.question}
        </ConfirmDialog>
      )}
    </Stack>
  );
}

/** Why an answer did not arrive, where the server did not say. */
const causeOf = (error: unknown): string =>
  isUnreachable(error) || error instanceof AnswerInterrupted
    ? 'Check your connection and ask again.'
    : 'The problem is on our side. Ask again in a moment.';

/** The question that is being answered. */
function Progress({ asking, onRetry }: { asking: Asking; onRetry: () => void }) {
  if (asking.status === 'idle') return null;
  if (asking.status === 'failed')
    return (
      <Stack gap="sm" align="flex-start">
        <ProblemAlert
          w="100%"
          title={`“${asking.question}” was not answered`}
          style={{ overflowWrap: 'anywhere' }}
          error={asking.error}
          fallback={causeOf(asking.error)}
        />
        <Button variant="light" size="sm" onClick={onRetry}>
          Ask again
        </Button>
      </Stack>
    );
  return (
    <Card component="section" aria-label="Answer" aria-live="polite">
      <Stack gap="xs">
        <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
          {asking.question}
        </Title>
        {asking.text === '' ? <Muted>{asking.note}…</Muted> : <Text>{asking.text}</Text>}
      </Stack>
    </Card>
  );
}
