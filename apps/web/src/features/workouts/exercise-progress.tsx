import { SegmentedControl, Stack, Text } from '@mantine/core';
import { dayInZone } from '@stridewell/contract/time';
import type { UnitSystem } from '@stridewell/contract/units';
import { weightForDisplay, weightUnit } from '@stridewell/contract/units';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dayText, volumeText } from '../../lib/format.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { ExerciseChart } from './exercise-chart.tsx';
import type { ExerciseWorkouts } from './workouts.queries.ts';
import { loadNumber } from './workouts.wording.ts';

/** Workouts that the table lists, the latest first. */
const WORKOUTS_SHOWN = 20;

type ExerciseProgressProps = {
  name: string;
  query: UseQueryOptions<ExerciseWorkouts>;
  units: UnitSystem;
  onClose: () => void;
};

/** How an exercise has developed: its best sets, workout by workout. */
export function ExerciseProgress({ name, query, units, onClose }: ExerciseProgressProps) {
  return (
    <Dialog opened onClose={onClose} title={name} size="lg">
      <QueryBoundary
        query={useQuery(query)}
        failed="The earlier workouts could not be loaded"
        skeleton={200}
        isEmpty={({ sessions }) => sessions.length === 0}
        empty={
          <EmptyState title="No workouts yet">They are listed here once a set of this exercise is done.</EmptyState>
        }
      >
        {({ sessions }) => (
          <Stack gap="md">
            <Text>{developmentText(sessions, units)}</Text>
            <Development sessions={sessions} units={units} />
            <DataTable
              verticalSpacing={6}
              horizontalSpacing={4}
              label="Workouts"
              columns={[
                {
                  header: 'Day',
                  rowHeader: true,
                  nowrap: true,
                  cell: ({ day }) => (
                    <Text span inherit fw={400}>
                      {dayText(day, { month: 'short', day: 'numeric' })}
                    </Text>
                  ),
                },
                { header: 'Load', figure: true, cell: ({ bestWeightKg }) => loadText(bestWeightKg, units) },
                { header: 'Reps', figure: true, cell: ({ bestReps }) => bestReps ?? '–' },
                { header: '1RM', figure: true, cell: ({ oneRepMaxKg }) => loadText(oneRepMaxKg, units) },
                {
                  header: 'Volume',
                  figure: true,
                  cell: ({ volumeKg }) => (volumeKg > 0 ? volumeText(volumeKg, units) : '–'),
                },
              ]}
              rows={sessions.slice(-WORKOUTS_SHOWN).toReversed()}
              keyOf={({ logId }) => logId}
            />
          </Stack>
        )}
      </QueryBoundary>
    </Dialog>
  );
}

type ExerciseWorkout = ExerciseWorkouts['sessions'][number];

/** Figures that the chart can show. `read`: kilograms, or a count of reps. */
const FIGURES = {
  max: { label: 'Estimated 1RM', short: '1RM', isLoad: true, read: ({ oneRepMaxKg }: ExerciseWorkout) => oneRepMaxKg },
  volume: {
    label: 'Volume',
    short: 'Volume',
    isLoad: true,
    read: ({ volumeKg }: ExerciseWorkout) => (volumeKg > 0 ? volumeKg : null),
  },
  load: { label: 'Best load', short: 'Load', isLoad: true, read: ({ bestWeightKg }: ExerciseWorkout) => bestWeightKg },
  reps: { label: 'Most reps', short: 'Reps', isLoad: false, read: ({ bestReps }: ExerciseWorkout) => bestReps },
} as const;
type Figure = keyof typeof FIGURES;
const FIGURE_NAMES: readonly Figure[] = ['max', 'volume', 'load', 'reps'];

/** The points of a figure, oldest first; workouts without it are left out. */
export function pointsOf(sessions: readonly ExerciseWorkout[], figure: Figure, units: UnitSystem) {
  const { isLoad, read } = FIGURES[figure];
  return sessions.flatMap((workout) => {
    const value = read(workout);
    if (value === null) return [];
    return [{ day: workout.day, value: isLoad ? Number(weightForDisplay(value, units).toFixed(1)) : value }];
  });
}

/** A chart of the figure that is chosen. Figures with one value or none have no line. */
function Development({ sessions, units }: { sessions: readonly ExerciseWorkout[]; units: UnitSystem }) {
  const timeZone = useTimeZone();
  const shown = FIGURE_NAMES.filter((figure) => pointsOf(sessions, figure, units).length > 1);
  const [chosen, setChosen] = useState<Figure | undefined>(undefined);
  const figure = shown.find((one) => one === chosen) ?? shown[0];
  if (!figure) return null;
  const { label, isLoad } = FIGURES[figure];
  return (
    <>
      <SegmentedControl
        aria-label="Figure of the chart"
        size="sm"
        fullWidth
        data={shown.map((value) => ({ value, label: FIGURES[value].short }))}
        value={figure}
        onChange={(value) => setChosen(shown.find((one) => one === value))}
      />
      <ExerciseChart
        label={label}
        unit={isLoad ? weightUnit(units) : ''}
        points={pointsOf(sessions, figure, units)}
        today={dayInZone(new Date(), timeZone)}
      />
    </>
  );
}

const loadText = (kg: number | null, units: UnitSystem): string =>
  kg === null ? '–' : `${Math.round(loadNumber(kg, units) * 10) / 10} ${weightUnit(units)}`;

/** One sentence on the estimated one-rep max since the first workout that has one. */
export function developmentText(sessions: ExerciseWorkouts['sessions'], units: UnitSystem): string {
  const known = sessions.filter(({ oneRepMaxKg }) => oneRepMaxKg !== null);
  if (known.length === 0 && sessions.length > 1) {
    return 'Sets of more than ten reps say too little about the one-rep max. The other figures show the progress.';
  }
  const first = known[0];
  const last = known.at(-1);
  if (!first || !last || first === last) return 'The estimated one-rep max is compared from the second workout on.';
  const change = (last.oneRepMaxKg ?? 0) - (first.oneRepMaxKg ?? 0);
  const since = dayText(first.day, { month: 'short', day: 'numeric' });
  const amount = loadText(Math.abs(change), units);
  if (Math.abs(change) < 0.05) return `The estimated one-rep max is the same as on ${since}.`;
  return `The estimated one-rep max is ${change > 0 ? 'up' : 'down'} ${amount} since ${since}.`;
}
