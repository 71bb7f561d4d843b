import { Group, Select, SimpleGrid, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { weekdayName } from '@stridewell/contract/calendar/calendar.rules';
import type { PlatformSettings } from '@stridewell/contract/settings/settings';
import { DEMO_MINUTES } from '@stridewell/contract/site/site.rules';
import { timeZoneChoices } from '../../lib/format.ts';
import { Muted } from '../../ui/muted.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { useSchemaForm } from '../../ui/schema-form.ts';
import { SectionCard } from '../../ui/section-card.tsx';
import { useSection } from './settings.queries.ts';
import { minuteOfTime, timeOfMinute } from './settings.times.ts';
import { SettingsForm } from './settings-form.tsx';

type DemosProps = { loaded: PlatformSettings['demos'] };

/** When visitors can book a demo. */
export function DemosSection({ loaded }: DemosProps) {
  const section = useSection('demos', loaded);
  return <DemosForm key={section.basis.version} section={section} />;
}

type DayRow = { weekday: number; open: boolean; from: string; to: string };

const rowsOf = (hours: PlatformSettings['demos']['value']['hours']): DayRow[] =>
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => {
    const open = hours.find((one) => one.weekday === weekday);
    return {
      weekday,
      open: open !== undefined,
      from: timeOfMinute(open?.fromMinute ?? 540),
      to: timeOfMinute(open?.toMinute ?? 1020),
    };
  });

const hoursOf = (rows: readonly DayRow[]) =>
  rows
    .filter(({ open }) => open)
    .map(({ weekday, from, to }) => ({
      weekday,
      fromMinute: minuteOfTime(from, false),
      toMinute: minuteOfTime(to, true),
    }));

const daysIn = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean);

const fieldFor = (path: string): string =>
  path
    .replace(/^value\./, '')
    .replace(/^hours.*/, 'rows')
    .replace(/^daysOff.*/, 'daysOff');

function DemosForm({ section: { basis, save, reload } }: { section: ReturnType<typeof useSection<'demos'>> }) {
  const { value } = basis;
  const form = useSchemaForm(async () => (await import('@stridewell/contract/settings/settings')).demoAvailability, {
    initialValues: {
      timeZone: value.timeZone,
      rows: rowsOf(value.hours),
      daysOff: value.daysOff.join('\n'),
      noticeHours: value.noticeHours as number | string,
      horizonDays: value.horizonDays as number | string,
    },
    toInput: ({ rows, daysOff, ...values }) => ({ ...values, hours: hoursOf(rows), daysOff: daysIn(daysOff) }),
    fieldFor,
    submit: (input) => save({ section: 'demos', value: input, basedOn: basis.version }),
  });
  return (
    <SectionCard title="Demo hours">
      <SettingsForm form={form} submitLabel="Save hours" onReload={() => void reload()}>
        <Muted>A demo takes {DEMO_MINUTES} minutes. Demos that are booked stay where they are.</Muted>
        <Select
          size="md"
          label="Time zone"
          searchable
          allowDeselect={false}
          data={timeZoneChoices(value.timeZone)}
          {...form.getInputProps('timeZone')}
        />
        <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Weekly hours">
          {form.values.rows.map(({ weekday, open }, index) => (
            <Group key={weekday} component="li" gap="sm" mih={44} align="flex-start">
              <Switch
                w={140}
                pt={8}
                label={weekdayName(weekday)}
                {...form.getInputProps(`rows.${index}.open`, { type: 'checkbox' })}
              />
              {open && (
                <Group gap="sm" wrap="nowrap">
                  <TextInput
                    type="time"
                    aria-label={`${weekdayName(weekday)}, from`}
                    {...form.getInputProps(`rows.${index}.from`)}
                  />
                  <TextInput
                    type="time"
                    aria-label={`${weekdayName(weekday)}, to`}
                    {...form.getInputProps(`rows.${index}.to`)}
                  />
                </Group>
              )}
            </Group>
          ))}
        </Stack>
        {form.errors.rows && (
          <Text role="alert" c="var(--mantine-color-error)" size="sm">
            Each open day needs a start and an end that are at least {DEMO_MINUTES} minutes apart.
          </Text>
        )}
        <Textarea
          size="md"
          label="Days off"
          description="One date per line, like 2027-01-01"
          autosize
          minRows={2}
          maxRows={8}
          {...form.getInputProps('daysOff')}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NumberInput
            size="md"
            label="Minimum notice (hours)"
            description="The shortest time from booking to demo"
            {...form.getInputProps('noticeHours')}
          />
          <NumberInput
            size="md"
            label="Days ahead"
            description="How far ahead visitors can book"
            {...form.getInputProps('horizonDays')}
          />
        </SimpleGrid>
      </SettingsForm>
    </SectionCard>
  );
}
