import { Input } from '@mantine/core';
import { weekdayName } from '@stridewell/contract/calendar.rules';
import { type ReactNode, useId } from 'react';
import classes from './weekday-buttons.module.css';

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];

type WeekdayButtonsProps = { label: string; value: number[]; onChange: (value: number[]) => void; error: ReactNode };

/** Any of the seven days. */
export function WeekdayButtons({ label, value, onChange, error }: WeekdayButtonsProps) {
  const id = useId();
  return (
    <Input.Wrapper label={label} error={error} labelElement="div" labelProps={{ id }}>
      <fieldset aria-labelledby={id} className={classes.days}>
        {WEEKDAYS.map((day) => (
          <button
            key={day}
            type="button"
            className={classes.day}
            aria-pressed={value.includes(day)}
            onClick={() => onChange(value.includes(day) ? value.filter((one) => one !== day) : [...value, day])}
          >
            {weekdayName(day).slice(0, 3)}
          </button>
        ))}
      </fieldset>
    </Input.Wrapper>
  );
}
