import { NativeSelect, VisuallyHidden } from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import { dayParts, timeOfDay, timeZoneChoices } from '../lib/format.ts';
import { slotsByDay } from '../lib/slots.ts';
import classes from './slot-picker.module.css';

type SlotPickerProps = {
  slots: readonly string[];
  timeZone: string;
  onTimeZone: (timeZone: string) => void;
  onPick: (startsAt: string) => void;
};

/** A day, then a time of that day. */
export function SlotPicker({ slots, timeZone, onTimeZone, onPick }: SlotPickerProps) {
  const days = useMemo(() => slotsByDay(slots, timeZone), [slots, timeZone]);
  const zones = useMemo(() => timeZoneChoices(timeZone), [timeZone]);
  const [wanted, setWanted] = useState('');
  const times = useRef<HTMLHeadingElement>(null);
  // The chosen day may be gone after a refresh or in another zone.
  const open = days.find(({ day }) => day === wanted) ?? days[0];
  if (!open) return null;
  return (
    <div className={classes.picker}>
      <ul className={classes.days} aria-label="Days">
        {days.map(({ day, slots: ofDay }) => {
          const { weekday, date } = dayParts(day);
          return (
            <li key={day}>
              <button
                type="button"
                className={classes.day}
                aria-pressed={day === open.day}
                onClick={() => {
                  setWanted(day);
                  times.current?.focus({ preventScroll: true });
                }}
              >
                <span>{weekday} </span>
                <strong>{date}</strong>
                <VisuallyHidden>, {ofDay.length === 1 ? '1 time' : `${ofDay.length} times`}</VisuallyHidden>
              </button>
            </li>
          );
        })}
      </ul>
      <div className={classes.times}>
        <h2 ref={times} tabIndex={-1} className={classes.title}>
          {dayParts(open.day).full}
        </h2>
        <ul className={classes.slots} aria-label="Times">
          {open.slots.map((slot) => (
            <li key={slot}>
              <button type="button" className={classes.slot} onClick={() => onPick(slot)}>
                {timeOfDay(slot, timeZone)}
              </button>
            </li>
          ))}
        </ul>
        <NativeSelect
          className={classes.zone}
          label="Time zone"
          size="sm"
          data={zones}
          value={timeZone}
          onChange={({ currentTarget: { value } }) => onTimeZone(value)}
        />
      </div>
    </div>
  );
}
