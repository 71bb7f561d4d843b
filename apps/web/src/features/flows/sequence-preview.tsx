import { Card, NativeSelect, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { firstNameOf } from '@stridewell/contract/flows/flows.rules';
import {
  type SequencePreview,
  type SequenceStep,
  sequenceStep,
  sequenceTrigger,
} from '@stridewell/contract/flows/flows.sequences';
import { SEQUENCE_PREVIEW_DAYS } from '@stridewell/contract/flows/flows.sequences.rules';
import { plannedTimes } from '@stridewell/contract/flows/flows.waits.rules';
import type { QuietHours } from '@stridewell/contract/quiet-hours.rules';
import { dayInZone } from '@stridewell/contract/time';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { countLabel, dayInSentence, listText, momentLabel, numberText } from '../../lib/format.ts';
import { Muted } from '../../ui/muted.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { type StepValues, toStep } from './flows.editor.ts';
import { sequencePreviewQuery } from './flows.sequences.ts';
import { stepText } from './flows.words.ts';

/** While a person types, the preview waits. */
const PAUSE_MS = 300;
const NAMES_SHOWN = 6;

type SequencePreviewProps = {
  coachId: string;
  coachName: string;
  trigger: object;
  steps: readonly StepValues[];
  quiet: QuietHours;
};

/** The people who would have started a flow in the past days, with a timeline of the steps for one of them. */
export function SequencePreviewCard({ coachId, coachName, trigger, steps, quiet }: SequencePreviewProps) {
  const [typed] = useDebouncedValue(JSON.stringify(trigger), PAUSE_MS);
  const asked = sequenceTrigger.safeParse(JSON.parse(typed));
  const isByHand = typed.includes('_by_hand');
  const query = useQuery({
    ...sequencePreviewQuery(coachId, asked.data ?? { on: 'client_joined' }),
    enabled: asked.success && !isByHand,
  });
  return (
    <Card p="md" role="group" aria-label="Preview">
      <Stack gap="sm">
        <Text fw={600}>Preview</Text>
        {isByHand ? (
          <Muted>This flow starts only with people that you add.</Muted>
        ) : (
          <QueryBoundary
            query={query}
            failed="The preview could not be loaded"
            loading="Loading the preview"
            skeleton={80}
          >
            {(preview) => <Preview preview={preview} coachName={coachName} steps={steps} quiet={quiet} />}
          </QueryBoundary>
        )}
      </Stack>
    </Card>
  );
}

function namesText({ past, today, timeZone }: SequencePreview): string {
  const names = past
    .slice(0, NAMES_SHOWN)
    .map(({ name, at }) => `${name} (${dayInSentence(dayInZone(new Date(at), timeZone), today)})`);
  const more = past.length - names.length;
  return listText(more > 0 ? [...names, `${numberText(more)} more`] : names);
}

type Drawn = Pick<SequencePreviewProps, 'coachName' | 'steps' | 'quiet'>;
type PreviewProps = Drawn & { preview: SequencePreview };

function Preview({ preview, ...drawn }: PreviewProps) {
  const { past } = preview;
  const [chosen, setChosen] = useState('0');
  const person = past[Number(chosen)] ?? past[0];
  if (!person) return <Text size="sm">Would not have started in the last {SEQUENCE_PREVIEW_DAYS} days.</Text>;
  return (
    <>
      <Text size="sm">
        Would have started {countLabel(past.length, 'time')} in the last {SEQUENCE_PREVIEW_DAYS} days:{' '}
        {namesText(preview)}.
      </Text>
      <NativeSelect
        label="Timeline of"
        size="sm"
        value={chosen}
        data={past.map(({ name }, index) => ({ value: String(index), label: name }))}
        onChange={({ currentTarget: { value } }) => setChosen(value)}
      />
      <Timeline person={person} {...drawn} />
    </>
  );
}

type TimelineProps = Drawn & { person: SequencePreview['past'][number] };

/** As if nothing held the person up: no reply, no night before a message, and conditions that hold. */
function Timeline({ person: { name, at, timeZone }, coachName, steps, quiet }: TimelineProps) {
  const valid = steps.flatMap((step): SequenceStep[] => {
    const { data } = sequenceStep.safeParse(toStep(step));
    return data ? [data] : [];
  });
  const timed = valid.map((step) => (step.kind === 'wait' ? step : { id: step.id, kind: step.kind }));
  const times = plannedTimes(new Date(at), timed, quiet, timeZone);
  return (
    <Stack component="ol" gap={4} m={0} p={0} style={{ listStyle: 'none' }} aria-label="Timeline">
      {valid.map((step, index) =>
        step.kind === 'wait' ? null : (
          <Text key={step.id} component="li" size="sm" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
            <Text span size="sm" c="dimmed">
              {momentLabel(times[index]?.toISOString() ?? at, timeZone)}:
            </Text>{' '}
            {stepText(step, { firstName: firstNameOf(name), coachName })}
          </Text>
        ),
      )}
    </Stack>
  );
}
