import { weekdayName } from '@stridewell/contract/calendar.rules';
import type { ReactNode } from 'react';
import { Field } from '../../components/field.tsx';
import classes from './weekday-buttons.module.css';

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];

type WeekdayButtonsProps = { label: string; value: number[]; onChange: (value: number[]) => void; error: ReactNode };

/** Chooses any of the seven weekdays. */
export function WeekdayButtons({ label, value, onChange, error }: WeekdayButtonsProps) {
  return (
    <Field label={label} error={error} size="sm">
      {(aria) => (
        <fieldset {...aria} className={classes.days}>
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
      )}
    </Field>
  );
}
