import { ActionIcon, Button, Text } from '@mantine/core';
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
  onEdit: (day: string) => void;
};

const SHOWN = 4;

/** What was measured on which day, the latest first; check-ins are corrected where they are. */
export function MeasuredDays({ measurements, today, units, onEdit }: MeasuredDaysProps) {
  const [all, setAll] = useState(false);
  const own = measurements.filter(({ source }) => source !== 'check_in');
  const days = [...new Set(own.map(({ day }) => day))].reverse();
  if (days.length === 0) return null;
  return (
    <SectionCard title="Measured days">
      <ul className={classes.days}>
        {days.slice(0, all ? undefined : SHOWN).map((day) => (
          <li key={day}>
            <div>
              <Text fw={550}>{relativeDayLabel(day, today)}</Text>
              <Text size="sm" c="dimmed">
                {own
                  .filter((one) => one.day === day)
                  .map(
                    ({ kind, value }) =>
                      `${MEASUREMENT_LABELS[kind]} ${measurementForDisplay(kind, value, units).toFixed(1)} ${measurementUnit(kind, units)}`,
                  )
                  .join(', ')}
              </Text>
            </div>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={`Edit what was measured ${relativeDayLabel(day, today)}`}
              onClick={() => onEdit(day)}
            >
              <IconPencil size={18} stroke={1.75} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {days.length > SHOWN && !all && (
        <Button variant="subtle" size="compact-sm" mt="xs" onClick={() => setAll(true)}>
          Show all {days.length} days
        </Button>
      )}
    </SectionCard>
  );
}
