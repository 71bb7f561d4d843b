import { Group, Select, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { NumberInput } from '../../ui/number-input.tsx';
import type { SessionForm } from './calendar.form.ts';
import { WeekdayButtons } from './weekday-buttons.tsx';

const FREQUENCIES = [
  { value: 'none', label: 'Does not repeat' },
  { value: 'weekly', label: 'Weekly' },
  { value: 'monthly', label: 'Monthly' },
];
const ENDS = [
  { value: 'never', label: 'Never' },
  { value: 'day', label: 'On a day' },
  { value: 'count', label: 'After a number of times' },
];

/** Whether and how a session repeats. `again`: the session repeats already, so there is no choice of `none`. */
export function SessionRepeat({ form, again = false }: { form: UseFormReturnType<SessionForm>; again?: boolean }) {
  const { frequency, ends, weekdays } = form.values;
  const unit = frequency === 'weekly' ? 'week' : 'month';
  return (
    <Stack gap="md">
      <Select
        size="md"
        label="Repeat"
        data={again ? FREQUENCIES.slice(1) : FREQUENCIES}
        allowDeselect={false}
        {...form.getInputProps('frequency')}
      />
      {frequency === 'weekly' && (
        <WeekdayButtons
          label="On"
          value={weekdays}
          onChange={(days) => form.setFieldValue('weekdays', days)}
          error={form.errors.weekdays}
        />
      )}
      {frequency !== 'none' && (
        <Group grow align="flex-start">
          <NumberInput
            size="md"
            label="Every"
            suffix={Number(form.values.interval) === 1 ? ` ${unit}` : ` ${unit}s`}
            min={1}
            max={12}
            {...form.getInputProps('interval')}
          />
          <Select size="md" label="Ends" data={ENDS} allowDeselect={false} {...form.getInputProps('ends')} />
          {ends === 'day' && <TextInput label="Last day" type="date" {...form.getInputProps('untilDay')} />}
          {ends === 'count' && (
            <NumberInput size="md" label="Times" min={1} max={200} {...form.getInputProps('count')} />
          )}
        </Group>
      )}
    </Stack>
  );
}
