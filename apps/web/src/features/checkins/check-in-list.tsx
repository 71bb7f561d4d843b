import { Stack, Table, Text } from '@mantine/core';
import type { CheckIn } from '@stridewell/contract/checkins';
import { relativeDayLabel } from '@stridewell/contract/time';
import type { UnitSystem } from '@stridewell/contract/units';
import { weightChangeLabel, weightLabel } from '../../lib/formatters.ts';
import classes from './check-in-list.module.css';

/** Check-ins, newest first, each with the change of weight since the one before. */
export function CheckInList({
  checkIns,
  today,
  units,
}: {
  checkIns: readonly CheckIn[];
  today: string;
  units: UnitSystem;
}) {
  return (
    <Stack gap={0} component="ol" className={classes.list}>
      {checkIns.map((checkIn, index) => (
        <li key={checkIn.id} className={classes.item}>
          <Text fw={650} className={classes.day}>
            {relativeDayLabel(checkIn.day, today)}
          </Text>
          <Table withRowBorders={false} className={classes.answers} layout="fixed">
            <Table.Tbody>
              <Table.Tr>
                <Answer label="Weight" value={weightWithChange(checkIn, checkIns.slice(index + 1), units)} />
                <Answer label="Adherence" value={`${checkIn.adherence}%`} />
                <Answer label="Energy" value={`${checkIn.energy} of 5`} />
                <Answer label="Sleep" value={checkIn.sleepHours === null ? '–' : `${checkIn.sleepHours} h`} />
              </Table.Tr>
            </Table.Tbody>
          </Table>
          {checkIn.note && <Text className={classes.note}>{checkIn.note}</Text>}
        </li>
      ))}
    </Stack>
  );
}

function Answer({ label, value }: { label: string; value: string }) {
  return (
    <Table.Td>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text>{value}</Text>
    </Table.Td>
  );
}

function weightWithChange({ weightKg }: CheckIn, earlier: readonly CheckIn[], units: UnitSystem): string {
  if (weightKg === null) return '–';
  const before = earlier.find((checkIn) => checkIn.weightKg !== null)?.weightKg ?? weightKg;
  const change = weightChangeLabel(weightKg - before, units);
  return change ? `${weightLabel(weightKg, units)} (${change})` : weightLabel(weightKg, units);
}
