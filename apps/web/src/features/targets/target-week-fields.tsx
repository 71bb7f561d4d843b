import { Checkbox, Group, NumberInput, SimpleGrid } from '@mantine/core';
import { Field } from '../../ui/field.tsx';
import type { SchemaForm } from '../../ui/schema-form.ts';
import type { TargetValues } from './targets.values.ts';
import { WEEKDAYS } from './targets.wording.ts';

/** Training days, how much more they have, and days with fixed energy. */
export function WeekFields({ form }: { form: SchemaForm<TargetValues> }) {
  return (
    <>
      <Checkbox.Group label="Training days" {...form.getInputProps('trainingDays')}>
        <Group gap="sm" mt="xs">
          {WEEKDAYS.map((label, index) => (
            <Checkbox key={label} value={String(index + 1)} label={label} />
          ))}
        </Group>
      </Checkbox.Group>
      <NumberInput
        label="More on training days (kcal)"
        min={0}
        step={50}
        w={{ base: '100%', xs: 240 }}
        {...form.getInputProps('swing')}
      />
      <Field label="Locked days (kcal)" description="These days keep their energy. Leave the others empty.">
        {(aria) => (
          <SimpleGrid cols={{ base: 3, xs: 4, sm: 7 }} spacing="xs" mt="xs" role="group" {...aria}>
            {WEEKDAYS.map((label, index) => (
              <NumberInput
                key={label}
                label={label}
                size="sm"
                min={0}
                step={50}
                hideControls
                {...form.getInputProps(`locked.${index}`)}
              />
            ))}
          </SimpleGrid>
        )}
      </Field>
    </>
  );
}
