import { Button, Group, SegmentedControl, Select, Text } from '@mantine/core';
import { zoneName } from '@stridewell/contract/time';
import { IconWorld } from '@tabler/icons-react';
import type { z } from 'zod';
import { timeOfDay, timeZoneChoices } from '../../lib/format.ts';
import { browserTimeZone } from '../../lib/time-zone.ts';
import { toast } from '../../lib/toasts.ts';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { useSchemaForm } from '../../ui/schema-form.ts';
import { SectionCard } from '../../ui/section-card.tsx';
import { useSavePreferences } from './identity.queries.ts';
import type { preferences } from './identity.schemas.ts';

type PreferencesCardProps = z.infer<typeof preferences> & { onChanged: () => void };

const UNITS = [
  { value: 'metric', label: 'Metric: kg, g, cm' },
  { value: 'imperial', label: 'Imperial: lb, oz, in' },
];
const ENERGY = [
  { value: 'kcal', label: 'Calories (kcal)' },
  { value: 'kJ', label: 'Kilojoules (kJ)' },
];

export function PreferencesCard({ unitSystem, energyUnit, timeZone, onChanged }: PreferencesCardProps) {
  const save = useSavePreferences();
  const deviceZone = browserTimeZone();
  const form = useSchemaForm(async () => (await import('./identity.schemas.ts')).preferences, {
    initialValues: { unitSystem, energyUnit, timeZone },
    submit: save.mutateAsync,
    fallback: 'Nothing was changed. Please try again.',
    onDone() {
      form.resetDirty();
      onChanged();
      toast.success('Units and time zone saved');
    },
  });
  return (
    <SectionCard title="Units and time zone">
      <Form form={form} submitLabel="Save" onlyChanged>
        <Field label="Units">
          {(aria) => <SegmentedControl {...aria} data={UNITS} {...form.getInputProps('unitSystem')} />}
        </Field>
        <Field label="Energy of food">
          {(aria) => <SegmentedControl {...aria} data={ENERGY} {...form.getInputProps('energyUnit')} />}
        </Field>
        <Select
          label="Time zone"
          description={`It is ${timeOfDay(new Date().toISOString(), form.values.timeZone)} there now.`}
          size="md"
          searchable
          allowDeselect={false}
          limit={100}
          nothingFoundMessage="No such time zone"
          data={timeZoneChoices(timeZone, deviceZone)}
          {...form.getInputProps('timeZone')}
        />
        {deviceZone !== form.values.timeZone && (
          <Group>
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconWorld size={16} stroke={1.75} />}
              onClick={() => form.setFieldValue('timeZone', deviceZone)}
            >
              Use {zoneName(deviceZone)}, this device’s time zone
            </Button>
          </Group>
        )}
        <Text size="sm" c="dimmed">
          Past days keep the time zone they were recorded in.
        </Text>
      </Form>
    </SectionCard>
  );
}
