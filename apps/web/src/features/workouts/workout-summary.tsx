import { Card, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import type { UnitSystem } from '@stridewell/contract/units';
import type {
  PerformedExercise,
  PersonalRecord,
  PreviousPerformance,
  WorkoutLog,
} from '@stridewell/contract/workouts/workouts';
import { exerciseRef, figuresOf } from '@stridewell/contract/workouts/workouts.records.rules';
import { countPlannedSets, shownExercises } from '@stridewell/contract/workouts/workouts.swaps.rules';
import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { dayText, volumeText } from '../../lib/format.ts';
import { late } from '../../ui/late.tsx';
import { Muted } from '../../ui/muted.tsx';
import rows from '../../ui/rows.module.css';
import { StatTile } from '../../ui/stat-tile.tsx';
import { RecordLine } from './record-line.tsx';
import { volumeChangeKg } from './workouts.editing.ts';
import { ownExerciseQuery } from './workouts.queries.ts';
import { doneText, recordText } from './workouts.wording.ts';

const ExerciseProgress = late(async () => (await import('./exercise-progress.tsx')).ExerciseProgress);

type WorkoutSummaryProps = {
  log: WorkoutLog;
  previous: readonly PreviousPerformance[];
  /** Known once the server has the workout. */
  records: readonly PersonalRecord[];
  units: UnitSystem;
};

const MINUTE_MS = 60_000;
/** A log that was finished later than this was not trained through. */
const LONGEST_MINUTES = 300;

/** Result of a workout, compared with the last time. */
export function WorkoutSummary({ log, previous, records, units }: WorkoutSummaryProps) {
  const { head, sets } = log;
  const [open, setOpen] = useState<PerformedExercise | null>(null);
  const { sets: count, volumeKg } = figuresOf(sets);
  const planned = countPlannedSets(head);
  const change = volumeChangeKg(log, previous);
  const minutes = Math.round((Date.parse(head.finishedAt ?? head.startedAt) - Date.parse(head.startedAt)) / MINUTE_MS);
  return (
    <Stack gap="lg">
      <Muted>{dayText(head.day, { weekday: 'long', month: 'long', day: 'numeric' })}</Muted>
      <Group gap="xl" align="flex-start">
        <StatTile small label="Sets" value={count < planned ? `${count} of ${planned}` : String(count)} />
        {volumeKg > 0 && (
          <StatTile
            small
            label="Volume"
            value={volumeText(volumeKg, units)}
            {...(change !== null && { note: changeText(change, units) })}
          />
        )}
        {minutes > 0 && minutes <= LONGEST_MINUTES && <StatTile small label="Time" value={`${minutes} min`} />}
      </Group>
      <Card padding={0} component="ul" className={rows.divided}>
        {shownExercises(log).map((exercise) => (
          <li key={exercise.key}>
            <UnstyledButton className={rows.link} onClick={() => setOpen(exercise)}>
              <Stack gap={0} flex={1}>
                <Text fw={600}>{exercise.name}</Text>
                {exercise.swappedFrom && <Muted>Instead of {exercise.swappedFrom}</Muted>}
                <Muted>{doneText(log, exercise.key, units)}</Muted>
                <RecordLine text={recordText(log, exercise.key, records, units)} />
              </Stack>
              <IconChevronRight size={18} aria-hidden />
            </UnstyledButton>
          </li>
        ))}
      </Card>
      {head.note && <Text>{head.note}</Text>}
      {open && (
        <ExerciseProgress
          name={open.name}
          query={ownExerciseQuery(exerciseRef(open))}
          units={units}
          onClose={() => setOpen(null)}
        />
      )}
    </Stack>
  );
}

function changeText(changeKg: number, units: UnitSystem): string {
  if (Math.abs(changeKg) < 0.5) return 'Same as last time';
  return `${volumeText(Math.abs(changeKg), units)} ${changeKg > 0 ? 'more' : 'less'} than last time`;
}
