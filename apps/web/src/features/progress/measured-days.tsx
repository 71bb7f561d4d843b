import { ActionIcon, Button, Text } from '@mantine/core';
import { SIDES, type Side } from '@stridewell/contract/messages.rules';
import type { Measurement } from '@stridewell/contract/progress';
import { MEASUREMENT_LABELS, measurementForDisplay, measurementUnit } from '@stridewell/contract/progress.rules';
import { relativeDayLabel } from '@stridewell/contract/time';
import type { UnitSystem } from '@stridewell/contract/units';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { SectionCard } from '../../components/section-card.tsx';
import classes from './progress-panel.module.css';

type MeasuredDaysProps = {
  measurements: readonly Measurement[];
  today: string;
  units: UnitSystem;
  /** What the two who measure are called here, like `you`. */
  names: Record<Side, string>;
  /** Whose values can be changed here; without it nothing can. */
  changes?: readonly Side[];
  onEdit: (day: string) => void;
};

const SHOWN = 4;
const MORE = 30;

/** What who measured on which day, the latest first; check-ins are corrected where they are. */
export function MeasuredDays({ measurements, today, units, names, changes = [], onEdit }: MeasuredDaysProps) {
  const [shown, setShown] = useState(SHOWN);
  const own = measurements.flatMap(({ source, ...one }) => (source === 'check_in' ? [] : [{ ...one, by: source }]));
  const days = [...new Set(own.map(({ day }) => day))].reverse();
  if (days.length === 0) return null;
  return (
    <SectionCard title="Measured days">
      <ul className={classes.days}>
        {days.slice(0, shown).map((day) => {
          const onDay = own.filter((one) => one.day === day);
          const people = SIDES.filter((side) => onDay.some(({ by }) => by === side));
          return (
            <li key={day}>
              <div>
                <Text fw={550}>{relativeDayLabel(day, today)}</Text>
                {people.map((side) => (
                  <Text key={side} size="sm" c="dimmed">
                    By {names[side]}:{' '}
                    {onDay
                      .filter(({ by }) => by === side)
                      .map(
                        ({ kind, value }) =>
                          `${MEASUREMENT_LABELS[kind]} ${measurementForDisplay(kind, value, units).toFixed(1)} ${measurementUnit(kind, units)}`,
                      )
                      .join(', ')}
                  </Text>
                ))}
              </div>
              {people.some((side) => changes.includes(side)) && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={44}
                  aria-label={`Edit what was measured ${relativeDayLabel(day, today)}`}
                  onClick={() => onEdit(day)}
                >
                  <IconPencil size={18} stroke={1.75} />
                </ActionIcon>
              )}
            </li>
          );
        })}
      </ul>
      {days.length > shown && (
        <Button variant="subtle" size="sm" mih={44} mt="xs" onClick={() => setShown(shown + MORE)}>
          Show earlier days
        </Button>
      )}
    </SectionCard>
  );
}
