import { NativeSelect, SegmentedControl, SimpleGrid, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ClientTargets, type TargetContent, targetInput } from '@stridewell/contract/targets/targets';
import {
  ACTIVITIES,
  ACTIVITY_LABELS,
  GOAL_KINDS,
  GOAL_LABELS,
  TARGET_DAYS_AHEAD,
} from '@stridewell/contract/targets/targets.rules';
import { addDays } from '@stridewell/contract/time';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { energySentence, kcalText } from '../../lib/format.ts';
import { newId } from '../../lib/ids.ts';
import { toast } from '../../lib/toasts.ts';
import { EnergyInput } from '../../shared/energy-input.tsx';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Muted } from '../../ui/muted.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { type SchemaForm, useSchemaForm } from '../../ui/schema-form.ts';
import { TargetBlocks, TargetCautions, TargetNumbers } from './target-numbers.tsx';
import { WeekFields } from './target-week-fields.tsx';
import { previewQuery, useSaveTarget } from './targets.queries.ts';
import { fieldFor, type TargetValues, toInput, valuesOf } from './targets.values.ts';

const SOURCES: { value: TargetContent['source']; label: string }[] = [
  { value: 'calculated', label: 'Calculated' },
  { value: 'override', label: 'Set by hand' },
];
const GOALS = GOAL_KINDS.map((value) => ({ value, label: GOAL_LABELS[value] }));
const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const ACTIVITY_CHOICES = ACTIVITIES.map((value) => ({ value, label: capitalized(ACTIVITY_LABELS[value]) }));

type TargetFormProps = {
  coachId: string;
  clientId: string;
  firstName: string;
  targets: ClientTargets;
  /** Energy of a proposal in kcal, for the coach's own numbers; null without one. */
  edited: number | null;
  onClose: () => void;
};

/** Sets a target, with the numbers that the choices lead to. */
export function TargetForm({ coachId, clientId, firstName, targets, edited, onClose }: TargetFormProps) {
  const save = useSaveTarget(coachId);
  const [targetId] = useState(newId);
  const form = useSchemaForm(targetInput, {
    initialValues: valuesOf(targets, edited),
    toInput,
    fieldFor,
    submit: (input) => save.mutateAsync({ clientId, targetId, ...input }),
    onDone({ target }) {
      toast.success('Target set', `${firstName}: ${kcalText(target?.kcal ?? 0)} a day.`);
      onClose();
    },
  });
  const { source, goal } = form.values;
  return (
    <FormDialog title={`Target for ${firstName}`} form={form} submitLabel="Set target" size="lg" onClose={onClose}>
      <Field label="Numbers">
        {(aria) => <SegmentedControl fullWidth data={SOURCES} {...aria} {...form.getInputProps('source')} />}
      </Field>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <NativeSelect label="Goal" data={GOALS} {...form.getInputProps('goal')} />
        <NativeSelect label="Activity" data={ACTIVITY_CHOICES} {...form.getInputProps('activity')} />
        {goal !== 'maintain' && source === 'calculated' && (
          <NumberInput
            label="Weekly rate (% of body weight)"
            description="Leave empty for the default."
            // Above the input, it would stand lower than the one beside it.
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            min={0}
            step={0.1}
            decimalScale={2}
            {...form.getInputProps('rate')}
          />
        )}
        <TextInput
          label="Starts on"
          type="date"
          min={targets.today}
          max={addDays(targets.today, TARGET_DAYS_AHEAD)}
          {...form.getInputProps('startsOn')}
        />
      </SimpleGrid>
      {source === 'override' && <OwnNumbers form={form} />}
      <Switch
        label="Training and rest days differ"
        description="The energy of the week stays the same."
        {...form.getInputProps('isSplit', { type: 'checkbox' })}
      />
      {form.values.isSplit && <WeekFields form={form} />}
      <Textarea
        label={source === 'override' ? 'Why you set these numbers' : 'Note (optional)'}
        description="Only you can read it."
        autosize
        minRows={2}
        {...form.getInputProps('note')}
      />
      <Preview coachId={coachId} clientId={clientId} firstName={firstName} values={form.values} />
    </FormDialog>
  );
}

const KCAL = { protein: 4, carbohydrate: 4, fat: 9 } as const;

/** The coach's own numbers, and what the macros add up to. */
function OwnNumbers({ form }: { form: SchemaForm<TargetValues> }) {
  const { protein, carbohydrate, fat } = form.values;
  const sum = Number(protein) * KCAL.protein + Number(carbohydrate) * KCAL.carbohydrate + Number(fat) * KCAL.fat;
  return (
    <Stack gap="xs">
      <SimpleGrid cols={{ base: 2, xs: 4 }} spacing="sm">
        <EnergyInput label="Energy" hideControls {...form.getInputProps('kcal')} />
        <NumberInput label="Protein (g)" min={0} hideControls {...form.getInputProps('protein')} />
        <NumberInput label="Carbs (g)" min={0} hideControls {...form.getInputProps('carbohydrate')} />
        <NumberInput label="Fat (g)" min={0} hideControls {...form.getInputProps('fat')} />
      </SimpleGrid>
      <Muted>The macros add up to {kcalText(sum)}.</Muted>
    </Stack>
  );
}

const TYPING_MS = 400;

type PreviewProps = Omit<TargetFormProps, 'targets' | 'edited' | 'onClose'> & { values: TargetValues };

/** The numbers that the form leads to, or why they are not possible. Empty while a field is not filled in. */
function Preview({ coachId, clientId, firstName, values }: PreviewProps) {
  const [typed] = useDebouncedValue(values, TYPING_MS);
  const input = targetInput.safeParse(toInput(typed));
  return (
    <section aria-label="Result" aria-live="polite">
      {input.success ? (
        <Checked coachId={coachId} clientId={clientId} firstName={firstName} content={input.data.content} />
      ) : (
        <Muted>The numbers appear here once the fields are filled in.</Muted>
      )}
    </section>
  );
}

type CheckedProps = Omit<PreviewProps, 'values'> & { content: TargetContent };

function Checked({ coachId, clientId, firstName, content }: CheckedProps) {
  const { data, error } = useQuery(previewQuery(coachId, clientId, content));
  if (!data) return <ProblemAlert error={error} fallback="The numbers could not be calculated. Please try again." />;
  if (!data.target) return <TargetBlocks blocks={data.blocks} firstName={firstName} />;
  return (
    <Stack gap="sm">
      <Text fw={600}>{kcalText(data.target.kcal)} a day</Text>
      <Muted>{energySentence(data.target.reasons.expenditure)}</Muted>
      <TargetNumbers target={data.target} isWhole />
      <TargetCautions cautions={data.cautions} />
    </Stack>
  );
}
