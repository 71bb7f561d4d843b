import { Group, Stack, Text, TextInput } from '@mantine/core';
import { weekdayName } from '@stridewell/contract/calendar/calendar.rules';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { newId } from '../../lib/ids.ts';
import { takeFocus } from '../../lib/take-focus.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import rowStyles from '../../ui/rows.module.css';
import type { HoursRow } from './calendar.availability.ts';
import classes from './week-hours.module.css';

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];

type WeekHoursProps = { rows: readonly HoursRow[]; onChange: (rows: HoursRow[]) => void };

/** The weekdays, each with the hours in which clients can book. */
export function WeekHours({ rows, onChange }: WeekHoursProps) {
  const change = (key: string, to: Partial<HoursRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...to } : row)));
  const addButtons = useRef<Record<number, HTMLButtonElement | null>>({});
  const [added, setAdded] = useState<string>();
  const add = (weekday: number) => {
    const last = rows.findLast((row) => row.weekday === weekday);
    const next = last ? { from: last.to, to: '' } : { from: '09:00', to: '17:00' };
    const key = newId();
    setAdded(key);
    onChange([...rows, { key, weekday, ...next }]);
  };
  return (
    <ul className={rowStyles.divided}>
      {WEEKDAYS.map((weekday) => {
        const ranges = rows.filter((row) => row.weekday === weekday);
        const name = weekdayName(weekday);
        return (
          <li key={weekday} className={classes.weekday}>
            <Text fw={600} pt={6}>
              {name}
            </Text>
            <Stack gap="xs" className={classes.ranges}>
              {ranges.length === 0 && (
                <Text c="dimmed" pt={6}>
                  Not available
                </Text>
              )}
              {ranges.map(({ key, from, to }, index) => (
                <Group key={key} gap="xs" wrap="nowrap">
                  <TextInput
                    ref={key === added ? takeFocus : undefined}
                    type="time"
                    size="sm"
                    className={classes.field}
                    aria-label={`${name}, range ${index + 1}, from`}
                    value={from}
                    onChange={({ currentTarget: { value } }) => change(key, { from: value })}
                  />
                  <span aria-hidden>to</span>
                  <TextInput
                    type="time"
                    size="sm"
                    className={classes.field}
                    aria-label={`${name}, range ${index + 1}, to`}
                    value={to}
                    onChange={({ currentTarget: { value } }) => change(key, { to: value })}
                  />
                  <IconButton
                    label={`Remove range ${index + 1} of ${name}`}
                    icon={IconTrash}
                    onClick={() => {
                      // The removed row would take the focus with it.
                      addButtons.current[weekday]?.focus();
                      onChange(rows.filter((row) => row.key !== key));
                    }}
                  />
                </Group>
              ))}
            </Stack>
            <IconButton
              ref={(button) => {
                addButtons.current[weekday] = button;
              }}
              color="pine"
              label={`Add hours on ${name}`}
              icon={IconPlus}
              onClick={() => add(weekday)}
            />
          </li>
        );
      })}
    </ul>
  );
}
