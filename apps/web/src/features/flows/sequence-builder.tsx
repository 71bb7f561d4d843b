import { Button, Card, Group, NativeSelect, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core';
import { QUIET_HOURS, WIDEST_QUIET } from '@stridewell/contract/flows/flows.rules';
import { type Sequence, sequenceInput } from '@stridewell/contract/flows/flows.sequences';
import { SEQUENCE_TRIGGERS, type SequenceTriggerKind } from '@stridewell/contract/flows/flows.sequences.rules';
import type { SequenceTemplate } from '@stridewell/contract/flows/flows.templates';
import { LEAD_STATUS_LABELS, LEAD_STATUSES } from '@stridewell/contract/pipeline/pipeline.rules';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { hourLabel } from '../../lib/format.ts';
import { toast } from '../../lib/toasts.ts';
import { Form } from '../../ui/form.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { useSchemaForm } from '../../ui/schema-form.ts';
import { UnsavedChanges } from '../../ui/unsaved-changes.tsx';
import { fieldFor, type SequenceValues, toSequenceInput, triggerOf, valuesOf } from './flows.editor.ts';
import { formChoicesQuery, mealPlanChoicesQuery, programChoicesQuery, useSaveSequence } from './flows.sequences.ts';
import { audienceOf, TRIGGER_LABELS } from './flows.words.ts';
import { SequencePreviewCard } from './sequence-preview.tsx';
import { SequenceSteps, type StepChoices } from './sequence-steps.tsx';

const TRIGGER_CHOICES = SEQUENCE_TRIGGERS.map((value) => ({ value, label: TRIGGER_LABELS[value] }));
const STATUS_CHOICES = LEAD_STATUSES.map((value) => ({ value, label: LEAD_STATUS_LABELS[value] }));
const hours = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => ({
    value: String(from + index),
    label: hourLabel(from + index),
  }));
const FROM_CHOICES = hours(WIDEST_QUIET.from, QUIET_HOURS.from);
const UNTIL_CHOICES = hours(QUIET_HOURS.until, WIDEST_QUIET.until);

const isEnding = (on: SequenceTriggerKind): boolean => on === 'program_ending' || on === 'renewal_due';

function useChoices(coachId: string): StepChoices {
  const forms = useQuery(formChoicesQuery(coachId)).data?.templates ?? [];
  const programs = useQuery(programChoicesQuery(coachId)).data?.programs ?? [];
  const plans = useQuery(mealPlanChoicesQuery(coachId)).data?.plans ?? [];
  const toChoice = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name });
  return {
    form: forms.filter(({ archived }) => !archived).map(toChoice),
    program: programs.map(toChoice),
    meal_plan: plans.filter(({ archived }) => !archived).map(toChoice),
  };
}

type SequenceBuilderProps = {
  coachId: string;
  coachName: string;
  sequenceId: string;
  /** Null for a new one. */
  stored: Sequence | null;
  /** For a new one; null without a template. */
  template: SequenceTemplate | null;
  onSaved: () => void;
};

/** Edits a flow as a whole. People in it keep the version with which they started. */
export function SequenceBuilder(props: SequenceBuilderProps) {
  const { coachId, coachName, sequenceId, stored, template, onSaved } = props;
  const [initialValues] = useState<SequenceValues>(() => valuesOf(stored ?? template));
  const save = useSaveSequence(coachId);
  const isSaved = useRef(false);
  const choices = useChoices(coachId);
  const form = useSchemaForm(sequenceInput, {
    initialValues,
    toInput: toSequenceInput,
    fieldFor,
    submit: (sequence) => save.mutateAsync({ sequenceId, sequence, basedOn: stored?.version ?? 0 }),
    onDone(_, { name }) {
      toast.success('Flow saved', name);
      isSaved.current = true;
      onSaved();
    },
  });
  const { on, isOn, steps } = form.values;
  return (
    <>
      <UnsavedChanges unsaved={form.isDirty() || stored === null} mayLeave={() => isSaved.current} />
      <Form form={form}>
        <Card p="md">
          <Stack gap="sm">
            <TextInput label="Name" maxLength={80} {...form.getInputProps('name')} />
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
              <NativeSelect label="Starts when" data={TRIGGER_CHOICES} {...form.getInputProps('on')} />
              {isEnding(on) && (
                <NumberInput label="Days before" allowDecimal={false} {...form.getInputProps('triggerDays')} />
              )}
              {on === 'lead_moved' && (
                <NativeSelect label="Status" data={STATUS_CHOICES} {...form.getInputProps('status')} />
              )}
            </SimpleGrid>
          </Stack>
        </Card>
        <SequenceSteps form={form} audience={audienceOf({ on })} choices={choices} />
        <Card p="md">
          <Stack gap="sm">
            <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
              <NativeSelect label="No messages after" data={FROM_CHOICES} {...form.getInputProps('from')} />
              <NativeSelect label="No messages before" data={UNTIL_CHOICES} {...form.getInputProps('until')} />
              <NumberInput
                label="Pause after a reply (days)"
                allowDecimal={false}
                {...form.getInputProps('resumeDays')}
              />
            </SimpleGrid>
            <Text size="sm" c="dimmed">
              In the time zone of each person.
            </Text>
            <Switch size="md" label="Flow is on" {...form.getInputProps('isOn', { type: 'checkbox' })} />
            {stored?.isOn && !isOn && stored.metrics.open > 0 && (
              <Text size="sm">If you turn the flow off, it ends for everyone in it.</Text>
            )}
          </Stack>
        </Card>
        <SequencePreviewCard
          coachId={coachId}
          coachName={coachName}
          trigger={triggerOf(form.values)}
          steps={steps}
          quiet={{ from: Number(form.values.from), until: Number(form.values.until) }}
        />
        <Group>
          <Button type="submit" loading={form.busy} disabled={stored !== null && !form.isDirty()}>
            Save flow
          </Button>
        </Group>
      </Form>
    </>
  );
}
