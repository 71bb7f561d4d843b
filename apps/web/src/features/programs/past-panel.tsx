import { Stack, Text, Title } from '@mantine/core';
import { dayTitle, setsText } from '@stridewell/contract/programs/programs.wording.rules';
import { Muted } from '../../ui/muted.tsx';
import { useBuilder, useEditor } from './programs.context.ts';
import { findDay, findExercise } from './programs.edits.ts';
import { PAST_REASON } from './programs.past.ts';
import type { Place } from './programs.places.ts';
import { WorkoutOutline } from './workout-outline.tsx';

/** Details of what is over, to read. */
export function PastPanel({ place }: { place: Place }) {
  const { units } = useBuilder();
  const day = useEditor(({ program }) => (place.at === 'exercise' ? undefined : findDay(program, place.key)?.day));
  const exercise = useEditor(({ program }) =>
    place.at === 'exercise' ? findExercise(program, place.key)?.exercise : undefined,
  );
  return (
    <Stack gap="sm" component="section" aria-label="Past">
      {day && (
        <>
          <Title order={3}>{dayTitle(day)}</Title>
          <WorkoutOutline workout={day.workout} units={units} />
        </>
      )}
      {exercise && (
        <>
          <Title order={3}>{exercise.name}</Title>
          <Text size="sm">{setsText(exercise.sets, units)}</Text>
          {exercise.notes && <Muted>{exercise.notes}</Muted>}
        </>
      )}
      <Muted>{PAST_REASON}</Muted>
    </Stack>
  );
}
