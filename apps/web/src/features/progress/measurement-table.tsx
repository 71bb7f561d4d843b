import { Table } from '@mantine/core';
import { FIGURES, weighInEnds, weightFiguresOf } from '@stridewell/contract/clients/clients.figures.rules';
import type { Measurement } from '@stridewell/contract/progress/progress';
import {
  DISPLAY_KINDS,
  type DisplayKind,
  MEASUREMENT_LABELS,
  measurementChange,
  measurementForDisplay,
  measurementUnit,
  weightSlope,
} from '@stridewell/contract/progress/progress.rules';
import { relativeDayLabel } from '@stridewell/contract/time';
import type { UnitSystem } from '@stridewell/contract/units';
import classes from './progress-tables.module.css';
import { Sparkline } from './sparkline.tsx';

type MeasurementTableProps = {
  measurements: readonly Measurement[];
  /** Of the record. */
  startWeightKg: number | null;
  today: string;
  units: UnitSystem;
};

/** The last value of each measurement and its change. */
export function MeasurementTable({ measurements, startWeightKg, today, units }: MeasurementTableProps) {
  /** The weight changes as on every other screen. */
  const weightChanges = (points: readonly Measurement[]) => {
    const weighIns = points.map(({ day, value }) => ({ day, weightKg: value }));
    const goal = { startWeightKg, goalWeightKg: null };
    const weight = weightFiguresOf(weighInEnds(weighIns), goal, { slope: weightSlope(weighIns), today });
    return { sinceStart: weight?.changeKg ?? null, over4Weeks: weight?.fourWeeks?.changeKg ?? null };
  };
  const rows = DISPLAY_KINDS.flatMap((kind) => {
    const points = measurements.filter((one) => one.kind === kind);
    const change = measurementChange(points, today);
    if (!change) return [];
    return [{ kind, points, change: kind === 'weight' ? { ...change, ...weightChanges(points) } : change }];
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
    <section tabIndex={0} aria-label="Table of measurements" className={classes.scroll}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Measurement</Table.Th>
            <Table.Th className={classes.figure}>Last</Table.Th>
            <Table.Th className={classes.sparkCell}>Trend</Table.Th>
            <Table.Th className={classes.figure}>{FIGURES.fourWeekChange}</Table.Th>
            <Table.Th className={classes.figure}>Since the start</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ kind, points, change }) => (
            <Table.Tr key={kind}>
              <Table.Td fw={550} title={`Last measured ${relativeDayLabel(change.last.day, today)}`}>
                {MEASUREMENT_LABELS[kind]}
              </Table.Td>
              <Table.Td className={classes.figure}>
                {measurementForDisplay(kind, change.last.value, units).toFixed(1)} {measurementUnit(kind, units)}
              </Table.Td>
              <Table.Td className={classes.sparkCell}>
                <Sparkline values={points.map(({ value }) => value)} />
              </Table.Td>
              <Table.Td className={classes.figure}>{changeText(kind, change.over4Weeks, units)}</Table.Td>
              <Table.Td className={classes.figure}>{changeText(kind, change.sinceStart, units)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

function changeText(kind: DisplayKind, change: number | null, units: UnitSystem): string {
  if (change === null) return '–';
  const shown = measurementForDisplay(kind, change, units);
  return shown === 0 ? '±0' : `${shown > 0 ? '+' : '−'}${Math.abs(shown).toFixed(1)}`;
}
