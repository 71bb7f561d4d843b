import { Anchor, Badge, Button, Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { CAP_DAYS } from '@stridewell/contract/flows/flows.rules';
import type { SequenceRun, SequenceSummary, SequenceTask } from '@stridewell/contract/flows/flows.sequences';
import { SEQUENCE_TEMPLATES } from '@stridewell/contract/flows/flows.templates';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { countLabel, dayText, numberText } from '../../lib/format.ts';
import { newId } from '../../lib/ids.ts';
import { toast } from '../../lib/toasts.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { late } from '../../ui/late.tsx';
import { Muted } from '../../ui/muted.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { StatTile } from '../../ui/stat-tile.tsx';
import { sequencesQuery, useCompleteTask } from './flows.sequences.ts';
import { HOLD_TEXTS, triggerText } from './flows.words.ts';
import { PersonLink } from './person-link.tsx';

const RunDialog = late(async () => (await import('./run-dialog.tsx')).RunDialog);

/** The flows of a coach with their figures, and what waits for the coach. */
export function SequencesPage({ coachId }: { coachId: string }) {
  const query = useQuery(sequencesQuery(coachId));
  return (
    <Stack gap="lg">
      <PageHeader title="Flows" lead="Send messages and assign plans automatically, step by step." />
      <QueryBoundary query={query} failed="Your flows could not be loaded" skeleton={260}>
        {({ sequences, waiting, tasks }) => (
          <Stack gap="lg">
            <ForYou coachId={coachId} waiting={waiting} tasks={tasks} />
            {sequences.map((sequence) => (
              <SequenceCard key={sequence.id} coachId={coachId} sequence={sequence} />
            ))}
            <Templates coachId={coachId} isFirst={sequences.length === 0} />
          </Stack>
        )}
      </QueryBoundary>
      <Muted>
        A person gets at most one automatic message in {CAP_DAYS} days, over all flows and rules, and none at night.
        Both of you see that it was sent automatically. Paused and former clients leave a flow, and a program or meal
        plan is assigned only after the health questions.
      </Muted>
    </Stack>
  );
}

function SequenceCard({ coachId, sequence }: { coachId: string; sequence: SequenceSummary }) {
  const { id, name, trigger, isOn, steps, metrics } = sequence;
  const { started, open, done, left, replied } = metrics;
  return (
    <Card component="section" aria-label={name}>
      <Stack gap="md">
        <Stack gap={4}>
          <Group gap="sm" wrap="nowrap" align="baseline">
            <Title order={2} size="h3" style={{ overflowWrap: 'anywhere' }}>
              <Anchor component={Link} to={`/coach/${coachId}/flows/${id}`} inherit c="inherit">
                {name}
              </Anchor>
            </Title>
            {!isOn && (
              <Badge color="gray" style={{ flexShrink: 0 }}>
                Off
              </Badge>
            )}
          </Group>
          <Text>
            {triggerText(trigger)}. {countLabel(steps, 'step')}.
          </Text>
        </Stack>
        <SimpleGrid cols={{ base: 2, xs: 3, sm: 5 }} spacing="md">
          <StatTile small label="Started" value={numberText(started)} />
          <StatTile small label="In it now" value={numberText(open)} />
          <StatTile small label="Finished" value={numberText(done)} />
          <StatTile small label="Left" value={numberText(left)} />
          <StatTile small label="Replied" value={numberText(replied)} />
        </SimpleGrid>
      </Stack>
    </Card>
  );
}

/** Links to a new flow. Its id is made here, so that saving twice adds one. */
function Templates({ coachId, isFirst }: { coachId: string; isFirst: boolean }) {
  const [ids] = useState(() => ({ blank: newId(), byKey: SEQUENCE_TEMPLATES.map(() => newId()) }));
  return (
    <SectionCard title={isFirst ? 'Start with a template' : 'New flow'}>
      <Stack gap="md">
        {isFirst && <Text>Choose one and change it to your words. A flow starts after you save it.</Text>}
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          {SEQUENCE_TEMPLATES.map(({ key, name, about }, index) => (
            <Stack key={key} gap={4} align="flex-start">
              <Button
                component={Link}
                to={`/coach/${coachId}/flows/${ids.byKey[index]}?template=${key}`}
                variant="light"
              >
                {name}
              </Button>
              <Muted>{about}</Muted>
            </Stack>
          ))}
        </SimpleGrid>
        <Group>
          <Button component={Link} to={`/coach/${coachId}/flows/${ids.blank}?template=blank`} variant="subtle">
            Start without a template
          </Button>
        </Group>
      </Stack>
    </SectionCard>
  );
}

type ForYouProps = { coachId: string; waiting: readonly SequenceRun[]; tasks: readonly SequenceTask[] };

/** Decisions and tasks that flows leave to the coach. */
function ForYou({ coachId, waiting, tasks }: ForYouProps) {
  const complete = useCompleteTask(coachId);
  const [shown, setShown] = useState<string | null>(null);
  if (waiting.length + tasks.length === 0) return null;
  return (
    <SectionCard title="For you">
      <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        <ProblemAlert error={complete.error} fallback="The task is still open. Please try again." />
        {waiting.map((run) => (
          <Group key={run.id} component="li" justify="space-between" wrap="nowrap" align="flex-start">
            <Stack gap={0} miw={0}>
              <PersonLink coachId={coachId} person={run} />
              <Muted>
                {run.sequenceName}: {HOLD_TEXTS.screen}
              </Muted>
            </Stack>
            <Button size="compact-md" variant="light" style={{ flexShrink: 0 }} onClick={() => setShown(run.id)}>
              Decide
            </Button>
          </Group>
        ))}
        {tasks.map((task) => (
          <Group key={task.id} component="li" justify="space-between" wrap="nowrap" align="flex-start">
            <Stack gap={0} miw={0}>
              <Text style={{ overflowWrap: 'anywhere' }}>{task.text}</Text>
              <Muted>
                <PersonLink coachId={coachId} person={task} />, due {dayText(task.dueOn, { dateStyle: 'medium' })},{' '}
                {task.sequenceName}
              </Muted>
            </Stack>
            <IconButton
              label={`Done: ${task.text}, ${task.name}`}
              icon={IconCheck}
              onClick={() => complete.mutate(task.id, { onSuccess: () => toast.success('Task done', task.text) })}
            />
          </Group>
        ))}
      </Stack>
      {shown && <RunDialog coachId={coachId} runId={shown} onClose={() => setShown(null)} />}
    </SectionCard>
  );
}
