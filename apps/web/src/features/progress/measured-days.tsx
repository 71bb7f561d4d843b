import { Button, Group, Text } from '@mantine/core';
import { SIDES, type Side } from '@stridewell/contract/people.rules';
import type { Measurement } from '@stridewell/contract/progress/progress';
import {
  MEASUREMENT_LABELS,
  measurementForDisplay,
  measurementUnit,
} from '@stridewell/contract/progress/progress.rules';
import { relativeDayLabel } from '@stridewell/contract/time';
import type { UnitSystem } from '@stridewell/contract/units';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { dayInSentence } from '../../lib/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Muted } from '../../ui/muted.tsx';
import rows from '../../ui/rows.module.css';
import { SectionCard } from '../../ui/section-card.tsx';

type MeasuredDaysProps = {
  measurements: readonly Measurement[];
  today: string;
  units: UnitSystem;
  /** The names of coach and client on this page, like `you`. */
  names: Record<Side, string>;
  /** The sides whose values can be edited here. */
  changes?: readonly Side[];
  onEdit: (day: string) => void;
};

const SHOWN = 4;
const MORE = 30;

/** Measurements by day, the latest first. Values from check-ins are left out, because they are edited there. */
export function MeasuredDays({ measurements, today, units, names, changes = [], onEdit }: MeasuredDaysProps) {
  const [shown, setShown] = useState(SHOWN);
  const own = measurements.flatMap(({ source, ...one }) => (source === 'check_in' ? [] : [{ ...one, by: source }]));
  const days = [...new Set(own.map(({ day }) => day))].reverse();
  if (days.length === 0) return null;
  return (
    <SectionCard title="Measurement history">
      <ul className={rows.divided}>
        {days.slice(0, shown).map((day) => {
          const onDay = own.filter((one) => one.day === day);
          const people = SIDES.filter((side) => onDay.some(({ by }) => by === side));
          return (
            <Group key={day} component="li" gap="sm" wrap="nowrap" align="flex-start" justify="space-between" py="xs">
              <div>
                <Text fw={550}>{relativeDayLabel(day, today)}</Text>
                {people.map((side) => (
                  <Muted key={side}>
                    By {names[side]}:{' '}
                    {onDay
                      .filter(({ by }) => by === side)
                      .map(
                        ({ kind, value }) =>
                          `${MEASUREMENT_LABELS[kind]} ${measurementForDisplay(kind, value, units).toFixed(1)} ${measurementUnit(kind, units)}`,
                      )
                      .join(', ')}
                  </Muted>
                ))}
              </div>
              {people.some((side) => changes.includes(side)) && (
                <IconButton
                  size={44}
                  label={`Edit measurements from ${dayInSentence(day, today)}`}
                  icon={IconPencil}
                  onClick={() => onEdit(day)}
                />
              )}
            </Group>
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
