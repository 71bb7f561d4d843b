import {
  Button,
  Card,
  Checkbox,
  Group,
  Menu,
  NativeSelect,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { FLOW_TEXT_MAX } from '@stridewell/contract/flows/flows.rules';
import {
  type Audience,
  CONDITIONS,
  MAIL_SUBJECT_MAX,
  MOST_SEQUENCE_STEPS,
  SEQUENCE_NAMES_TEXT,
  type SequenceStepKind,
  STEPS_FOR,
  TASK_TEXT_MAX,
} from '@stridewell/contract/flows/flows.sequences.rules';
import { IconArrowBackUp, IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { hourLabel } from '../../lib/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import type { SchemaForm } from '../../ui/schema-form.ts';
import { type SequenceValues, type StepValues, stepValues } from './flows.editor.ts';
import { CONDITION_LABELS, STEP_LABELS, WEEKDAY_CHOICES } from './flows.words.ts';

export type StepChoices = Readonly<
  Record<'form' | 'program' | 'meal_plan', readonly { value: string; label: string }[]>
>;

type StepsProps = { form: SchemaForm<SequenceValues>; audience: Audience; choices: StepChoices };

/** Undone changes of the order that are kept. */
const MOST_UNDONE = 50;

/** The steps of a flow in their order. Each can be moved and removed with the keyboard, and that can be undone. */
export function SequenceSteps({ form, audience, choices }: StepsProps) {
  const { steps } = form.values;
  const [past, setPast] = useState<StepValues[][]>([]);
  const list = useRef<HTMLDivElement>(null);
  // A step that moves keeps the focus.
  const focused = useRef<string | null>(null);
  useEffect(() => {
    const label = focused.current;
    focused.current = null;
    if (label) list.current?.querySelector<HTMLButtonElement>(`[data-step="${label}"]`)?.focus();
  });
  const change = (next: StepValues[]) => {
    setPast((before) => [...before, steps].slice(-MOST_UNDONE));
    form.setFieldValue('steps', next);
  };
  const undo = () => {
    const last = past.at(-1);
    if (!last) return;
    setPast(past.slice(0, -1));
    form.setFieldValue('steps', last);
  };
  const move = (index: number, by: 1 | -1) => {
    const moved = steps[index];
    if (!moved) return;
    focused.current = `${moved.id} ${by}`;
    change(steps.toSpliced(index, 1).toSpliced(index + by, 0, moved));
  };
  return (
    <Stack gap="md" role="group" aria-label="Steps">
      <Stack ref={list} role="list" gap="md">
        {steps.map(({ id, kind }, index) => (
          <Card key={id} role="listitem" aria-label={`Step ${index + 1}: ${STEP_LABELS[kind]}`} p="md">
            <Stack gap="xs">
              <Group justify="space-between" wrap="nowrap">
                <Text fw={600}>
                  {index + 1}. {STEP_LABELS[kind]}
                </Text>
                <Group gap={0} wrap="nowrap">
                  <IconButton
                    data-step={`${id} -1`}
                    label={`Move step ${index + 1} up`}
                    icon={IconArrowUp}
                    disabled={index === 0}
                    onClick={() => move(index, -1)}
                  />
                  <IconButton
                    data-step={`${id} 1`}
                    label={`Move step ${index + 1} down`}
                    icon={IconArrowDown}
                    disabled={index === steps.length - 1}
                    onClick={() => move(index, 1)}
                  />
                  <IconButton
                    label={`Remove step ${index + 1}: ${STEP_LABELS[kind]}`}
                    icon={IconTrash}
                    onClick={() => change(steps.toSpliced(index, 1))}
                  />
                </Group>
              </Group>
              <StepFields form={form} index={index} step={steps[index] ?? stepValues(kind)} choices={choices} />
              {typeof form.errors[`steps.${index}`] === 'string' && (
                <Text size="sm" c="var(--mantine-color-error)" role="alert">
                  {form.errors[`steps.${index}`]}
                </Text>
              )}
            </Stack>
          </Card>
        ))}
      </Stack>
      {typeof form.errors.steps === 'string' && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {form.errors.steps}
        </Text>
      )}
      <Group gap="sm">
        {steps.length < MOST_SEQUENCE_STEPS && (
          <AddStep kinds={STEPS_FOR[audience]} onAdd={(kind) => change([...steps, stepValues(kind)])} />
        )}
        <Button
          variant="subtle"
          leftSection={<IconArrowBackUp size={18} />}
          disabled={past.length === 0}
          onClick={undo}
        >
          Undo
        </Button>
      </Group>
    </Stack>
  );
}

function AddStep({ kinds, onAdd }: { kinds: readonly SequenceStepKind[]; onAdd: (kind: SequenceStepKind) => void }) {
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button variant="light" leftSection={<IconPlus size={18} />}>
          Add step
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {kinds.map((kind) => (
          <Menu.Item key={kind} onClick={() => onAdd(kind)}>
            {STEP_LABELS[kind]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

const HOURS = [
  { value: '', label: 'Any time' },
  ...Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourLabel(hour) })),
];
const WEEKDAYS = [{ value: '', label: 'Any day' }, ...WEEKDAY_CHOICES];
const CONDITION_CHOICES = CONDITIONS.map((value) => ({ value, label: CONDITION_LABELS[value] }));
const PLACEHOLDER_HELP = `${SEQUENCE_NAMES_TEXT} is filled in for each person.`;

type StepFieldsProps = { form: SchemaForm<SequenceValues>; index: number; step: StepValues; choices: StepChoices };

function StepFields({ form, index, step, choices }: StepFieldsProps) {
  const inputOf = (name: keyof StepValues) => form.getInputProps(`steps.${index}.${name}`);
  const number = index + 1;
  switch (step.kind) {
    case 'mail':
      return (
        <>
          <TextInput label="Subject" maxLength={MAIL_SUBJECT_MAX} {...inputOf('subject')} />
          <WrittenText label={`Text of step ${number}`} {...inputOf('text')} />
        </>
      );
    case 'message':
      return <WrittenText label={`Text of step ${number}`} {...inputOf('text')} />;
    case 'task':
      return (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TextInput label="Task" maxLength={TASK_TEXT_MAX} {...inputOf('text')} />
          <NumberInput label="Due after (days)" allowDecimal={false} {...inputOf('dueInDays')} />
        </SimpleGrid>
      );
    case 'form':
    case 'program':
    case 'meal_plan': {
      const data = [{ value: '', label: 'Choose' }, ...choices[step.kind]];
      return <NativeSelect label={STEP_LABELS[step.kind]} data={data} {...inputOf('choice')} />;
    }
    case 'wait':
      return (
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
          <NumberInput label="Days" allowDecimal={false} {...inputOf('days')} />
          <NativeSelect label="Then until" data={WEEKDAYS} {...inputOf('weekday')} />
          <NativeSelect label="At" data={HOURS} {...inputOf('hour')} />
        </SimpleGrid>
      );
    case 'condition':
      return (
        <Stack gap="sm">
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            <NativeSelect label="The client" data={CONDITION_CHOICES} {...inputOf('of')} />
            {step.of === 'workout' && (
              <NumberInput label="In the last days" allowDecimal={false} {...inputOf('days')} />
            )}
            <NativeSelect
              label="Otherwise"
              data={[
                { value: 'skip', label: 'Skip the next step' },
                { value: 'leave', label: 'Leave the flow' },
              ]}
              {...inputOf('otherwise')}
            />
          </SimpleGrid>
          <Checkbox
            label="Reverse the condition: continue if the client has not"
            {...form.getInputProps(`steps.${index}.isNot`, { type: 'checkbox' })}
          />
        </Stack>
      );
  }
}

const WrittenText = ({ label, ...input }: { label: string }) => (
  <Textarea
    label={label}
    description={PLACEHOLDER_HELP}
    autosize
    minRows={3}
    maxRows={12}
    maxLength={FLOW_TEXT_MAX}
    {...input}
  />
);
