import { Group, TextInput } from '@mantine/core';

type Dates = { startDay: string; endDay: string };

/** The first and the last day of a plan; an empty last day stands for none. */
export const DateFields = ({ value, onChange }: { value: Dates; onChange: (value: Dates) => void }) => (
  <Group gap="md" align="flex-start">
    <TextInput
      type="date"
      label="First day"
      required
      value={value.startDay}
      onChange={({ currentTarget }) => onChange({ ...value, startDay: currentTarget.value })}
    />
    <TextInput
      type="date"
      label="Last day"
      min={value.startDay}
      value={value.endDay}
      onChange={({ currentTarget }) => onChange({ ...value, endDay: currentTarget.value })}
    />
  </Group>
);
