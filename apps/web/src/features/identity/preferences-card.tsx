import { Button, Group, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconWorld } from '@tabler/icons-react';
import { ProblemAlert } from '../../components/problem-alert.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { messageOf } from '../../lib/errors.ts';
import { browserTimeZone, timeOfDay, timeZoneChoices, zoneLabel } from '../../lib/format.ts';
import { toast } from '../../lib/toasts.ts';
import { useSavePreferences } from './identity.queries.ts';

type Preferences = { unitSystem: 'metric' | 'imperial'; timeZone: string };
type PreferencesCardProps = Preferences & { onChanged: () => void };

export function PreferencesCard({ unitSystem, timeZone, onChanged }: PreferencesCardProps) {
  const form = useForm<Preferences>({ initialValues: { unitSystem, timeZone } });
  const save = useSavePreferences();
  const here = browserTimeZone();
  const submit = form.onSubmit((values) =>
    save.mutate(values, {
      onSuccess() {
        form.resetDirty();
        onChanged();
        toast.success('Units and time zone saved');
      },
    }),
  );
  return (
    <SectionCard title="Units and time zone">
      <form onSubmit={submit}>
        <Stack gap="md">
          <ProblemAlert text={save.error && messageOf(save.error, 'Nothing was changed. Please try again.')} />
          <Stack gap={6}>
            <Text fw={500} id="units-label">
              Units
            </Text>
            <SegmentedControl
              aria-labelledby="units-label"
              data={[
                { value: 'metric', label: 'Metric: kg, cm' },
                { value: 'imperial', label: 'Imperial: lb, in' },
              ]}
              {...form.getInputProps('unitSystem')}
            />
          </Stack>
          <Select
            label="Time zone"
            description={`It is ${timeOfDay(new Date().toISOString(), form.values.timeZone)} there now.`}
            size="md"
            searchable
            allowDeselect={false}
            limit={100}
            nothingFoundMessage="No such time zone"
            data={timeZoneChoices(timeZone, here)}
            {...form.getInputProps('timeZone')}
          />
          {here !== form.values.timeZone && (
            <Group>
              <Button
                variant="subtle"
                size="compact-sm"
                leftSection={<IconWorld size={16} stroke={1.75} />}
                onClick={() => form.setFieldValue('timeZone', here)}
              >
                Use {zoneLabel(here)}, where this device is
              </Button>
            </Group>
          )}
          <Text size="sm" c="dimmed">
            Days that are over stay as they were written down.
          </Text>
          <Group>
            <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </SectionCard>
  );
}
