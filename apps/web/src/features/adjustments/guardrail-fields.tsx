import { Checkbox, Group, Stack, Switch } from '@mantine/core';
import {
  type CHOSEN_KINDS,
  GUARDRAIL_MINUTES,
  type Guardrails,
  type SMALL_KINDS,
} from '@stridewell/contract/adjustments/adjustments.rules';
import { NumberInput } from '../../ui/number-input.tsx';
import type { SchemaForm } from '../../ui/schema-form.ts';

/** The guardrails as they are typed: weekdays are texts, and without a limit the minutes are empty. */
export type GuardrailValues = Omit<Guardrails, 'freeWeekdays' | 'maxMinutes'> & {
  freeWeekdays: string[];
  maxMinutes: number | string;
};

export const toValues = ({ freeWeekdays, maxMinutes, ...rest }: Guardrails): GuardrailValues => ({
  ...rest,
  freeWeekdays: freeWeekdays.map(String),
  maxMinutes: maxMinutes ?? '',
});

export const toGuardrails = ({ freeWeekdays, maxMinutes, ...rest }: GuardrailValues): unknown => ({
  ...rest,
  freeWeekdays: freeWeekdays.map(Number).sort((a, b) => a - b),
  maxMinutes: maxMinutes === '' ? null : maxMinutes,
});

const KINDS: { value: (typeof CHOSEN_KINDS)[number]; label: string }[] = [
  { value: 'move', label: 'Move a missed day within its week' },
  { value: 'join', label: 'Let the main lifts of a missed day join other days' },
  { value: 'shorten', label: 'Shorten days after workouts that ended early or were often missed' },
  { value: 'swap', label: 'Replace exercises after pain' },
  { value: 'deload', label: 'Suggest a deload when lifts get weaker and workouts are missed' },
];
const SMALL: { value: (typeof SMALL_KINDS)[number]; label: string }[] = [
  { value: 'move', label: 'Move a missed day within its week' },
  { value: 'shorten', label: 'Shorten days after workouts that ended early' },
];
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Fields of the guardrails, for all clients or for one. */
export function GuardrailFields({ form }: { form: SchemaForm<GuardrailValues> }) {
  return (
    <>
      <Checkbox.Group label="Suggest to me" {...form.getInputProps('kinds')}>
        <Stack gap="xs" mt="xs">
          {KINDS.map((kind) => (
            <Checkbox key={kind.value} {...kind} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Checkbox.Group
        label="Do without asking me"
        description="You are notified, and can undo it until the day starts."
        {...form.getInputProps('automatic')}
      >
        <Stack gap="xs" mt="xs">
          {SMALL.map((kind) => (
            <Checkbox key={kind.value} {...kind} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Switch
        label="After pain, ask me about every change"
        description="For two weeks after a client reports pain, nothing happens without you."
        {...form.getInputProps('manualAfterPain', { type: 'checkbox' })}
      />
      <Switch
        label="Clients can do a missed workout today"
        description="One tap moves it, if the muscles have rested."
        {...form.getInputProps('clientMoves', { type: 'checkbox' })}
      />
      <Checkbox.Group
        label="Days to keep free"
        description="Nothing is moved to these days."
        {...form.getInputProps('freeWeekdays')}
      >
        <Group gap="sm" mt="xs">
          {WEEKDAYS.map((label, index) => (
            <Checkbox key={label} value={String(index + 1)} label={label} />
          ))}
        </Group>
      </Checkbox.Group>
      <NumberInput
        label="Longest workout (minutes)"
        description="Days that take on exercises from a missed day stay within this. Leave empty for no limit."
        min={GUARDRAIL_MINUTES.min}
        max={GUARDRAIL_MINUTES.max}
        clampBehavior="none"
        allowDecimal={false}
        w={220}
        {...form.getInputProps('maxMinutes')}
      />
    </>
  );
}
