import { Stack, Text } from '@mantine/core';
import type { Workout } from '@stridewell/contract/programs/programs';
import { workoutMinutes } from '@stridewell/contract/programs/programs.volume.rules';
import { markOf, setsText } from '@stridewell/contract/programs/programs.wording.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import { Muted } from '../../ui/muted.tsx';

/** A workout to read: its length, its exercises with their sets, and its notes. */
export function WorkoutOutline({ workout, units }: { workout: Workout; units: UnitSystem }) {
  const { exercises, duration, notes } = workout;
  return (
    <Stack gap="xs">
      <Muted>{duration ?? workoutMinutes(workout)} min</Muted>
      <Stack gap={6} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {exercises.map((exercise, index) => {
          const mark = markOf(exercises, index);
          return (
            <li key={exercise.key}>
              <Text size="sm">{mark ? `${mark} ${exercise.name}` : exercise.name}</Text>
              <Muted size="xs">{setsText(exercise.sets, units)}</Muted>
              {exercise.notes && <Muted size="xs">{exercise.notes}</Muted>}
            </li>
          );
        })}
      </Stack>
      {notes && <Muted>{notes}</Muted>}
    </Stack>
  );
}
