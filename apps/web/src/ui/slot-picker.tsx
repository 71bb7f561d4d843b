import { Button, NativeSelect, SimpleGrid, Title, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import { countLabel, dayParts, timeOfDay, timeZoneChoices } from '../lib/format.ts';
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
  const [chosen, setChosen] = useState('');
  const times = useRef<HTMLHeadingElement>(null);
  // The chosen day may be gone after a refresh or in another zone.
  const open = days.find(({ day }) => day === chosen) ?? days[0];
  if (!open) return null;
  return (
    <div className={classes.picker}>
      <ul className={classes.days} aria-label="Days">
        {days.map(({ day, slots: ofDay }) => {
          const { weekday, date } = dayParts(day);
          return (
            <li key={day}>
              <UnstyledButton
                className={classes.day}
                aria-pressed={day === open.day}
                onClick={() => {
                  setChosen(day);
                  times.current?.focus({ preventScroll: true });
                }}
              >
                <span>{weekday} </span>
                <strong>{date}</strong>
                <VisuallyHidden>, {countLabel(ofDay.length, 'time')}</VisuallyHidden>
              </UnstyledButton>
            </li>
          );
        })}
      </ul>
      <div>
        <Title order={2} ref={times} tabIndex={-1} fz="var(--text-large)" mt={3} mb="sm" style={{ outline: 'none' }}>
          {dayParts(open.day).full}
        </Title>
        <SimpleGrid component="ul" minColWidth="104px" spacing="xs" aria-label="Times">
          {open.slots.map((slot) => (
            <li key={slot}>
              <Button variant="default" c="var(--pine-text)" mih={44} px="xs" fullWidth onClick={() => onPick(slot)}>
                {timeOfDay(slot, timeZone)}
              </Button>
            </li>
          ))}
        </SimpleGrid>
        <NativeSelect
          maw={{ xs: 280 }}
          mt={20}
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
