import { Button, Group, Stack, Text, ThemeIcon } from '@mantine/core';
import { firstNameOf } from '@stridewell/contract/flows/flows.rules';
import type { RunAction, SequenceRunDetail } from '@stridewell/contract/flows/flows.sequences';
import { IconCheck, IconClock, IconMinus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { momentLabel } from '../../lib/format.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Muted } from '../../ui/muted.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { sequenceRunQuery, useChangeRun } from './flows.sequences.ts';
import { placeText, SKIP_TEXTS, stepText } from './flows.words.ts';
import { PersonLink } from './person-link.tsx';

type RunDialogProps = { coachId: string; runId: string; onClose: () => void };

/** A person's history in a flow, the next step, and the coach's actions. */
export function RunDialog({ coachId, runId, onClose }: RunDialogProps) {
  return (
    <Dialog opened onClose={onClose} title="In this flow" size="lg">
      <QueryBoundary
        query={useQuery(sequenceRunQuery(coachId, runId))}
        failed="This could not be loaded"
        skeleton={220}
      >
        {(detail) => <Detail coachId={coachId} detail={detail} />}
      </QueryBoundary>
    </Dialog>
  );
}

const ACTIONS: readonly { action: RunAction; label: string; fits: (detail: SequenceRunDetail) => boolean }[] = [
  { action: 'resume', label: 'Resume', fits: ({ run }) => run.held === 'coach' || run.held === 'reply' },
  { action: 'resume', label: 'Check again', fits: ({ run }) => run.held === 'screen' },
  { action: 'pause', label: 'Pause', fits: ({ run }) => run.held !== 'coach' },
  { action: 'skip', label: 'Skip the next step', fits: () => true },
  { action: 'remove', label: 'Remove from the flow', fits: () => true },
];

function Detail({ coachId, detail }: { coachId: string; detail: SequenceRunDetail }) {
  const change = useChangeRun(coachId);
  const timeZone = useTimeZone();
  const { run, steps, history, blocks } = detail;
  return (
    <Stack gap="md">
      <Stack gap={2}>
        <PersonLink coachId={coachId} person={run} />
        <Muted>
          {run.sequenceName}, since {momentLabel(run.startedAt, timeZone)}
        </Muted>
        <Text>{placeText(run, timeZone)}</Text>
      </Stack>
      {blocks.length > 0 && (
        <Stack gap={4} role="group" aria-label="Reasons to wait">
          {blocks.map((block) => (
            <Text key={block} size="sm">
              {block}
            </Text>
          ))}
        </Stack>
      )}
      <Stack component="ol" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
        {steps.map((step, index) => {
          const taken = history.find(({ stepId }) => stepId === step.id);
          const isNext = run.step === index + 1;
          return (
            <Group key={step.id} component="li" gap="sm" wrap="nowrap" align="flex-start">
              <ThemeIcon size={24} radius="xl" variant="light" {...(!taken && { color: 'gray' })} aria-hidden>
                {taken ? (
                  taken.outcome === 'done' ? (
                    <IconCheck size={14} />
                  ) : (
                    <IconMinus size={14} />
                  )
                ) : (
                  <IconClock size={14} />
                )}
              </ThemeIcon>
              <Stack gap={0} miw={0}>
                <Text size="sm" lineClamp={2} {...(isNext && { fw: 600 })} style={{ overflowWrap: 'anywhere' }}>
                  {stepText(step, { firstName: firstNameOf(run.name) })}
                </Text>
                {taken && (
                  <Muted>
                    {momentLabel(taken.at, timeZone)}
                    {taken.reason ? `, ${SKIP_TEXTS[taken.reason]}` : ''}
                  </Muted>
                )}
                {isNext && <Muted>Next step</Muted>}
              </Stack>
            </Group>
          );
        })}
      </Stack>
      <ProblemAlert error={change.error} fallback="Nothing was changed. Please try again." />
      {run.state === 'open' && (
        <Group gap="sm">
          {ACTIONS.filter(({ fits }) => fits(detail)).map(({ action, label }, index) => (
            <Button
              key={label}
              size="compact-md"
              variant={index === 0 ? 'filled' : 'light'}
              {...(action === 'remove' && { color: 'red' })}
              loading={change.isPending && change.variables?.action === action}
              onClick={() => change.mutate({ runId: run.id, action })}
            >
              {label}
            </Button>
          ))}
        </Group>
      )}
    </Stack>
  );
}
