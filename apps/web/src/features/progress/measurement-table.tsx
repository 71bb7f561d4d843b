import { Table } from '@mantine/core';
import { weighInEnds, weightFiguresOf } from '@stridewell/contract/clients.figures.rules';
import type { Measurement } from '@stridewell/contract/progress';
import {
  DISPLAY_KINDS,
  type DisplayKind,
  MEASUREMENT_LABELS,
  measurementChange,
  measurementForDisplay,
  measurementUnit,
} from '@stridewell/contract/progress.rules';
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
  const rows = DISPLAY_KINDS.flatMap((kind) => {
    const points = measurements.filter((one) => one.kind === kind);
    const change = measurementChange(points, today);
    if (!change) return [];
    const sinceStart = kind === 'weight' ? weightChange(points, startWeightKg) : change.sinceStart;
    return [{ kind, points, change: { ...change, sinceStart } }];
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
            <Table.Th className={classes.figure}>4 weeks</Table.Th>
            <Table.Th className={classes.figure}>Start</Table.Th>
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

/** The weight change as everywhere: from the start weight of the record, if there is one. */
function weightChange(points: readonly Measurement[], startWeightKg: number | null): number | null {
  const ends = weighInEnds(points.map(({ day, value }) => ({ day, weightKg: value })));
  return weightFiguresOf(ends, { startWeightKg, goalWeightKg: null })?.changeKg ?? null;
}

function changeText(kind: DisplayKind, change: number | null, units: UnitSystem): string {
  if (change === null) return '–';
  const shown = measurementForDisplay(kind, change, units);
  return shown === 0 ? '±0' : `${shown > 0 ? '+' : '−'}${Math.abs(shown).toFixed(1)}`;
}
