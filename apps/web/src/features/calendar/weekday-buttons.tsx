import { Button, Group } from '@mantine/core';
import { weekdayName } from '@stridewell/contract/calendar/calendar.rules';
import type { ReactNode } from 'react';
import { Field } from '../../ui/field.tsx';

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];

type WeekdayButtonsProps = { label: string; value: number[]; onChange: (value: number[]) => void; error: ReactNode };

/** Chooses any of the seven weekdays. */
export function WeekdayButtons({ label, value, onChange, error }: WeekdayButtonsProps) {
  return (
    <Field label={label} error={error} size="sm">
      {(aria) => (
        <Group {...aria} role="group" gap={6} mt={4}>
          {WEEKDAYS.map((day) => {
            const isChosen = value.includes(day);
            return (
              <Button
                key={day}
                variant={isChosen ? 'filled' : 'default'}
                w={48}
                px={0}
                fw={400}
                aria-pressed={isChosen}
                onClick={() => onChange(isChosen ? value.filter((one) => one !== day) : [...value, day])}
              >
                {weekdayName(day).slice(0, 3)}
              </Button>
            );
          })}
        </Group>
      )}
    </Field>
  );
}
