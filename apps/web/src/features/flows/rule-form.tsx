import { Button, Group, NativeSelect, SimpleGrid, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { type Flow, type FlowStep, flowInput } from '@stridewell/contract/flows/flows';
import {
  CAP_DAYS,
  FLOW_TEXT_MAX,
  HOLD_OUT,
  MOST_STEPS,
  QUIET_HOURS,
  SILENCES,
  type Silence,
  type StepKind,
  WIDEST_QUIET,
} from '@stridewell/contract/flows/flows.rules';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { hourLabel } from '../../lib/format.ts';
import { newId } from '../../lib/ids.ts';
import { toast } from '../../lib/toasts.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { type SchemaForm, useSchemaForm } from '../../ui/schema-form.ts';
import { useSaveFlow } from './flows.queries.ts';
import { SILENCE_LABELS } from './flows.wording.ts';
import { RulePreview } from './rule-preview.tsx';

type StepValues = { id: string; kind: StepKind; text: string; days: number | string; of: Silence };
type RuleValues = {
  name: string;
  of: Silence;
  days: number | string;
  steps: StepValues[];
  from: string;
  until: string;
  holdOut: string;
  isOn: boolean;
};

const SILENCE_CHOICES = SILENCES.map((value) => ({ value, label: SILENCE_LABELS[value] }));
const HOLD_OUT_CHOICES = [
  { value: '0', label: 'All clients get the message' },
  ...[HOLD_OUT.least, 15, HOLD_OUT.most].map((percent) => ({
    value: String(percent),
    label: `${percent}% get none, to compare`,
  })),
];

const hourChoices = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => ({
    value: String(from + index),
    label: hourLabel(from + index),
  }));
const FROM_CHOICES = hourChoices(WIDEST_QUIET.from, QUIET_HOURS.from);
const UNTIL_CHOICES = hourChoices(QUIET_HOURS.until, WIDEST_QUIET.until);

const FIRST_TEXT = 'Hi {firstName}, I have not heard from you for {days} days. How are things? {coachName}';

const newStep = (kind: StepKind, text = ''): StepValues => ({
  id: newId(),
  kind,
  text,
  days: CAP_DAYS,
  of: 'activity',
});

function valuesOf(flow: Flow | null): RuleValues {
  const steps = flow?.steps.map((step) => Object.assign(newStep(step.kind), step)) ?? [newStep('message', FIRST_TEXT)];
  return {
    name: flow?.name ?? '',
    of: flow?.trigger.of ?? 'activity',
    days: flow?.trigger.days ?? CAP_DAYS,
    steps,
    from: String(flow?.quiet.from ?? QUIET_HOURS.from),
    until: String(flow?.quiet.until ?? QUIET_HOURS.until),
    holdOut: String(flow?.holdOut ?? 0),
    isOn: flow?.isOn ?? true,
  };
}

function toStep({ id, kind, text, days, of }: StepValues): FlowStep {
  if (kind === 'message') return { id, kind, text };
  return kind === 'wait' ? { id, kind, days: Number(days) } : { id, kind, of, days: Number(days) };
}

const toInput = ({ name, of, days, steps, from, until, holdOut, isOn }: RuleValues) => ({
  name,
  trigger: { of, days: Number(days) },
  steps: steps.map(toStep),
  quiet: { from: Number(from), until: Number(until) },
  holdOut: Number(holdOut),
  isOn,
});

type RuleFormProps = {
  coachId: string;
  /** Null for a new one. */
  flow: Flow | null;
  onClose: () => void;
};

/** Adds a rule, or changes it for messages that are not sent yet. */
export function RuleForm({ coachId, flow, onClose }: RuleFormProps) {
  const [flowId] = useState(() => flow?.id ?? newId());
  const [initialValues] = useState(() => valuesOf(flow));
  const save = useSaveFlow(coachId);
  const form = useSchemaForm(flowInput, {
    initialValues,
    toInput,
    fieldFor: (path) => path.replace(/^flow\./, '').replace(/^(?:trigger|quiet)\./, ''),
    submit: (input) => save.mutateAsync({ flowId, flow: input, basedOn: flow?.version ?? 0 }),
    onDone(_, { name }) {
      toast.success(flow ? 'Rule saved' : 'Rule added', name);
      onClose();
    },
  });
  const { of, days, steps } = form.values;
  return (
    <FormDialog
      title={flow ? 'Edit rule' : 'New rule'}
      form={form}
      submitLabel={flow ? 'Save rule' : 'Add rule'}
      size="lg"
      onClose={onClose}
    >
      <TextInput label="Name" placeholder="Quiet for a week" {...form.getInputProps('name')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <NativeSelect label="Starts with" data={SILENCE_CHOICES} {...form.getInputProps('of')} />
        <NumberInput label="For how many days" allowDecimal={false} {...form.getInputProps('days')} />
      </SimpleGrid>
      <Steps form={form} />
      <SimpleGrid cols={2} spacing="sm">
        <NativeSelect label="Nothing after" data={FROM_CHOICES} {...form.getInputProps('from')} />
        <NativeSelect label="Nothing before" data={UNTIL_CHOICES} {...form.getInputProps('until')} />
      </SimpleGrid>
      <Text size="sm" c="dimmed" mt={-8}>
        In the time zone of the client.
      </Text>
      <NativeSelect
        label="Comparison"
        description="Shows whether clients come back more often with a message than without one."
        data={HOLD_OUT_CHOICES}
        {...form.getInputProps('holdOut')}
      />
      <Switch size="md" label="Rule is on" {...form.getInputProps('isOn', { type: 'checkbox' })} />
      <RulePreview
        coachId={coachId}
        trigger={{ of, days: Number(days) }}
        text={steps.find(({ kind }) => kind === 'message')?.text ?? ''}
      />
    </FormDialog>
  );
}

const STEP_NAMES: Readonly<Record<StepKind, string>> = { message: 'Message', wait: 'Wait', condition: 'Condition' };

function Steps({ form }: { form: SchemaForm<RuleValues> }) {
  const { steps } = form.values;
  const add = (...added: StepValues[]) => form.setFieldValue('steps', [...steps, ...added]);
  return (
    <Stack gap="sm" role="group" aria-label="Steps">
      {steps.map(({ id, kind }, index) => (
        <Group key={id} gap={4} align="flex-start" wrap="nowrap">
          <Stack gap={4} flex={1} miw={0}>
            <StepFields form={form} index={index} kind={kind} />
          </Stack>
          {steps.length > 1 && (
            <IconButton
              label={`Remove step ${index + 1}: ${STEP_NAMES[kind]}`}
              icon={IconTrash}
              mt={28}
              onClick={() =>
                form.setFieldValue(
                  'steps',
                  steps.filter((step) => step.id !== id),
                )
              }
            />
          )}
        </Group>
      ))}
      {typeof form.errors.steps === 'string' && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {form.errors.steps}
        </Text>
      )}
      {steps.length + 1 < MOST_STEPS && (
        <Group gap="sm">
          <Button variant="light" size="compact-md" onClick={() => add(newStep('wait'), newStep('message'))}>
            Add a follow-up
          </Button>
          <Button
            variant="subtle"
            size="compact-md"
            onClick={() =>
              form.setFieldValue('steps', [...steps.slice(0, -1), newStep('condition'), ...steps.slice(-1)])
            }
          >
            Add a condition
          </Button>
        </Group>
      )}
    </Stack>
  );
}

type StepFieldsProps = { form: SchemaForm<RuleValues>; index: number; kind: StepKind };

function StepFields({ form, index, kind }: StepFieldsProps) {
  const inputOf = (name: 'text' | 'days' | 'of') => form.getInputProps(`steps.${index}.${name}`);
  if (kind === 'message') {
    return (
      <Textarea
        label={index === 0 ? 'Message' : `Step ${index + 1}: Message`}
        description="{firstName}, {coachName} and {days} are filled in for each client."
        autosize
        minRows={3}
        maxRows={10}
        maxLength={FLOW_TEXT_MAX}
        {...inputOf('text')}
      />
    );
  }
  if (kind === 'wait') {
    return <NumberInput label={`Step ${index + 1}: Wait (days)`} allowDecimal={false} {...inputOf('days')} />;
  }
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <NativeSelect label={`Step ${index + 1}: Only with`} data={SILENCE_CHOICES} {...inputOf('of')} />
      <NumberInput label="For how many days" allowDecimal={false} {...inputOf('days')} />
    </SimpleGrid>
  );
}
