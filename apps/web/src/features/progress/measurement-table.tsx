import { Text } from '@mantine/core';
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
import { DataTable } from '../../ui/data-table.tsx';
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
    <DataTable
      label="Measurements"
      columns={[
        {
          header: 'Measurement',
          cell: ({ kind, change }) => (
            <Text span inherit fw={550} title={`Last measured ${relativeDayLabel(change.last.day, today)}`}>
              {MEASUREMENT_LABELS[kind]}
            </Text>
          ),
        },
        {
          header: 'Last',
          figure: true,
          cell: ({ kind, change }) =>
            `${measurementForDisplay(kind, change.last.value, units).toFixed(1)} ${measurementUnit(kind, units)}`,
        },
        // Five columns do not fit a phone, which shows the changes in a line.
        {
          header: 'Trend',
          from: 'sm',
          cell: ({ points }) => <Sparkline values={points.map(({ value }) => value)} />,
        },
        {
          header: FIGURES.fourWeekChange,
          figure: true,
          from: 'sm',
          cell: ({ kind, change }) => changeText(kind, change.over4Weeks, units),
        },
        {
          header: 'Since start',
          figure: true,
          from: 'sm',
          cell: ({ kind, change }) => changeText(kind, change.sinceStart, units),
        },
      ]}
      rows={rows}
      keyOf={({ kind }) => kind}
      phoneLine={({ kind, change }) => changesText(kind, change, units)}
    />
  );
}

/** Both changes in a line, like `−0.8 in 4 weeks, −3.6 since the start`. */
function changesText(
  kind: DisplayKind,
  { over4Weeks, sinceStart }: { over4Weeks: number | null; sinceStart: number | null },
  units: UnitSystem,
): string {
  const parts = [
    over4Weeks !== null && `${changeText(kind, over4Weeks, units)} in 4 weeks`,
    sinceStart !== null && `${changeText(kind, sinceStart, units)} since the start`,
  ];
  return parts.filter(Boolean).join(', ');
}

function changeText(kind: DisplayKind, change: number | null, units: UnitSystem): string {
  if (change === null) return '–';
  const shown = measurementForDisplay(kind, change, units);
  return shown === 0 ? '±0' : `${shown > 0 ? '+' : '−'}${Math.abs(shown).toFixed(1)}`;
}
