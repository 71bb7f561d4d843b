import { Button, Card, Group, Loader, Stack, Text } from '@mantine/core';
import { DRAFT_STEP_LABELS } from '@stridewell/contract/planner/planner.rules';
import { IconCheck, IconCircle, IconPlayerPause } from '@tabler/icons-react';
import { Muted } from '../../ui/muted.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { DraftInterrupted, type StepNotes } from './planner.drafting.ts';

type StepState = 'done' | 'active' | 'waiting' | 'stopped';

const ICONS = {
  done: <IconCheck size={18} color="var(--mantine-primary-color-filled)" aria-hidden />,
  active: <Loader size={16} aria-hidden />,
  waiting: <IconCircle size={16} color="var(--mantine-color-dimmed)" aria-hidden />,
  stopped: <IconPlayerPause size={16} color="var(--mantine-color-dimmed)" aria-hidden />,
};

/** `labels`: of the steps, in order. */
type DraftStepsProps = { notes: StepNotes; isRunning: boolean; labels?: Record<string, string> };

/** The steps of a draft: what is done, what it found and what comes next. */
export function DraftSteps({ notes, isRunning, labels = DRAFT_STEP_LABELS }: DraftStepsProps) {
  const steps = Object.keys(labels);
  const active = steps.find((step) => notes[step] === undefined);
  const stateOf = (step: string): StepState => {
    if (notes[step] !== undefined) return 'done';
    if (step !== active) return 'waiting';
    return isRunning ? 'active' : 'stopped';
  };
  return (
    <Card padding="md" component="section" aria-label="Steps">
      <Stack gap="sm" component="ol" m={0} p={0} style={{ listStyle: 'none' }}>
        {steps.map((step) => (
          <Group key={step} component="li" gap="sm" wrap="nowrap" align="flex-start" mih={44}>
            <span style={{ width: 20, paddingTop: 2 }}>{ICONS[stateOf(step)]}</span>
            <div>
              <Text fw={600} {...(stateOf(step) === 'waiting' && { c: 'dimmed' })}>
                {labels[step]}
              </Text>
              {notes[step] && <Muted>{notes[step]}</Muted>}
            </div>
          </Group>
        ))}
      </Stack>
    </Card>
  );
}

type DraftFailureProps = Pick<DraftStepsProps, 'notes' | 'labels'> & { error: unknown; onRetry: () => void };

/** Says what stopped a draft, and tries the same one again. */
export function DraftFailure({ error, notes, labels = DRAFT_STEP_LABELS, onRetry }: DraftFailureProps) {
  const isLost = error instanceof DraftInterrupted || Object.keys(notes).length > 0;
  const fallback = isLost
    ? 'The connection was lost while the draft was made. Your answers are still here, and nothing was changed.'
    : 'Nothing was drafted. Check your connection and try again.';
  return (
    <Stack gap="md">
      <ProblemAlert {...(error instanceof DraftInterrupted ? { text: fallback } : { error, fallback })}>
        <Button variant="default" size="sm" onClick={onRetry}>
          Try again
        </Button>
      </ProblemAlert>
      {isLost && <DraftSteps notes={notes} labels={labels} isRunning={false} />}
    </Stack>
  );
}
