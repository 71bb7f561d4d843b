import { Stack, Textarea, TextInput, Title } from '@mantine/core';
import type { ProgramDay } from '@stridewell/contract/programs/programs';
import { PROGRAM_BOUNDS } from '@stridewell/contract/programs/programs.rules';
import { workoutMinutes } from '@stridewell/contract/programs/programs.volume.rules';
import { CommittedText } from '../../ui/committed-text.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import classes from './program-builder.module.css';
import { useBuilder, useEditor } from './programs.context.ts';
import { findDay } from './programs.edits.ts';

/** Name, length and notes of a day. */
export function DayPanel({ dayKey }: { dayKey: string }) {
  const { editor } = useBuilder();
  const day = useEditor(({ program }) => findDay(program, dayKey)?.day);
  if (!day) return null;
  const change = (recipe: (draft: ProgramDay) => void) =>
    editor.edit((draft) => {
      const found = findDay(draft, dayKey)?.day;
      if (found) recipe(found);
    });
  const { workout } = day;
  return (
    <Stack gap="sm" component="section" aria-label="Day">
      <Title order={3}>Day</Title>
      <CommittedText
        value={workout.name || day.name}
        onCommit={(name) =>
          change((draft) => {
            if (!name) return;
            draft.name = name;
            draft.workout.name = '';
          })
        }
      >
        {(field) => <TextInput label="Name" maxLength={PROGRAM_BOUNDS.name} {...field} />}
      </CommittedText>
      <NumberInput
        label="Minutes"
        description={workout.exercises.length > 0 ? `Estimated: ${workoutMinutes(workout)} minutes` : undefined}
        placeholder="Estimate"
        min={1}
        max={PROGRAM_BOUNDS.minutes}
        clampBehavior="strict"
        allowDecimal={false}
        value={workout.duration ?? ''}
        onChange={(value) =>
          change((draft) => {
            draft.workout.duration = typeof value === 'number' && value >= 1 ? value : null;
          })
        }
      />
      <CommittedText
        value={workout.notes}
        onCommit={(notes) =>
          change((draft) => {
            draft.workout.notes = notes;
          })
        }
      >
        {(field) => (
          <Textarea
            label="Notes for the client"
            rows={2}
            classNames={{ input: classes.notes ?? '' }}
            maxLength={PROGRAM_BOUNDS.notes}
            {...field}
          />
        )}
      </CommittedText>
    </Stack>
  );
}
