import { Checkbox, Group, SimpleGrid } from '@mantine/core';
import { readerEnergyUnit } from '../../lib/reader-energy.ts';
import { EnergyInput } from '../../shared/energy-input.tsx';
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
      <EnergyInput label="More on training days" w={{ base: '100%', xs: 240 }} {...form.getInputProps('swing')} />
      <Field
        label={`Locked days (${readerEnergyUnit()})`}
        description="These days keep their energy. Leave the others empty."
      >
        {(aria) => (
          <SimpleGrid cols={{ base: 3, xs: 4, sm: 7 }} spacing="xs" mt="xs" role="group" {...aria}>
            {WEEKDAYS.map((label, index) => (
              <EnergyInput
                key={label}
                label={label}
                size="sm"
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
