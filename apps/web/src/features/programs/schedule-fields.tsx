import { Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import type { Program } from '@stridewell/contract/programs/programs';
import { weeksOf } from '@stridewell/contract/programs/programs.rules';
import { endDayOf } from '@stridewell/contract/programs/programs.schedule.rules';
import { addDays, dayInZone, isoWeekday } from '@stridewell/contract/time';
import { countLabel, dayText } from '../../lib/format.ts';
import { Muted } from '../../ui/muted.tsx';
import { WEEKDAYS } from './programs.wording.ts';

/** `weekdays`: 1 for Monday. */
export type Schedule = { startDay: string; weekdays: readonly number[] };

export const isComplete = ({ startDay, weekdays }: Schedule): boolean => startDay !== '' && weekdays.length > 0;

export const shortDay = (day: string): string => dayText(day, { weekday: 'short', month: 'short', day: 'numeric' });

type ScheduleFieldsProps = { program: Program | undefined; value: Schedule; onChange: (value: Schedule) => void };

/** The first day and the training days of a program, with what follows from them. */
export function ScheduleFields({ program, value, onChange }: ScheduleFieldsProps) {
  const { startDay, weekdays } = value;
  const mostDays = program ? Math.max(...weeksOf(program).map(({ week }) => week.days.length)) : weekdays.length;
  return (
    <Stack gap="sm">
      <Group gap="md" align="flex-start">
        <TextInput
          type="date"
          label="First day"
          required
          value={startDay}
          onChange={({ currentTarget }) => onChange({ ...value, startDay: currentTarget.value })}
        />
        <Checkbox.Group
          label="Training days"
          value={weekdays.map(String)}
          onChange={(days) => onChange({ ...value, weekdays: days.map(Number).sort((a, b) => a - b) })}
        >
          <Group gap="sm" mt="xs">
            {WEEKDAYS.map((name, index) => (
              <Checkbox key={name} value={String(index + 1)} label={name} />
            ))}
          </Group>
        </Checkbox.Group>
      </Group>
      {isComplete(value) && weekdays.length !== mostDays && (
        <Muted>
          The program has up to {countLabel(mostDays, 'day')} a week.{' '}
          {weekdays.length < mostDays
            ? 'Further days follow on the next free dates of the week.'
            : 'Later training days stay free.'}
        </Muted>
      )}
      {isComplete(value) && program && (
        <Text size="sm">
          Ends{' '}
          {dayText(endDayOf(program, startDay), { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' })}.
        </Text>
      )}
    </Stack>
  );
}

/** The Monday after today: most programs start with a week. */
export const nextMonday = (timeZone: string): string => {
  const today = dayInZone(new Date(), timeZone);
  return addDays(today, 8 - isoWeekday(today));
};
