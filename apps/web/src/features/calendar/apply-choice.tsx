import { Radio, Stack } from '@mantine/core';
import { APPLY_TO, type ApplyTo } from '@stridewell/contract/calendar/calendar.rules';

const LABELS: Record<ApplyTo, string> = {
  this: 'This one',
  following: 'This and following',
  all: 'All upcoming',
};

type ApplyChoiceProps = { label: string; value: ApplyTo; onChange: (value: ApplyTo) => void };

/** Asks which sessions of a series a change applies to. */
export function ApplyChoice({ label, value, onChange }: ApplyChoiceProps) {
  return (
    <Radio.Group
      label={label}
      value={value}
      onChange={(chosen) => onChange(APPLY_TO.find((name) => name === chosen) ?? 'this')}
    >
      <Stack gap="xs" mt="xs">
        {APPLY_TO.map((name) => (
          <Radio key={name} value={name} label={LABELS[name]} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
