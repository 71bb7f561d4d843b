import { Button, Group, MultiSelect, NativeSelect, Stack, Text, Textarea, Title } from '@mantine/core';
import type { Exercise } from '@stridewell/contract/exercises/exercises';
import type { ExerciseGroup, ProgramExercise } from '@stridewell/contract/programs/programs';
import { newSet } from '@stridewell/contract/programs/programs.create.rules';
import {
  GROUP_FORMAT_LABELS,
  GROUP_FORMATS,
  type GroupFormat,
  isTimed,
  PROGRAM_BOUNDS,
} from '@stridewell/contract/programs/programs.rules';
import { IconLink, IconLinkOff, IconPlus, IconTrash } from '@tabler/icons-react';
import { useMemo } from 'react';
import { countLabel } from '../../lib/format.ts';
import { equipmentText, musclesText } from '../../shared/exercise-words.ts';
import { CommittedText } from '../../ui/committed-text.tsx';
import { Muted } from '../../ui/muted.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import classes from './program-builder.module.css';
import { useBuilder, useEditor } from './programs.context.ts';
import { findExercise, setGroup, toggleGroup } from './programs.edits.ts';
import { deleteAt } from './programs.keys.ts';
import { SetEditor } from './set-editor.tsx';

const FORMATS = GROUP_FORMATS.map((value) => ({ value, label: GROUP_FORMAT_LABELS[value] }));

function factsText({ exerciseId }: ProgramExercise, known: Exercise | undefined): string {
  if (known) return `${musclesText(known.primary)}. ${equipmentText(known)}`;
  return exerciseId === null ? 'Custom exercise, not in your library' : 'No longer in your library';
}

/** Everything about one exercise of the program, for what is slow to type. */
export function ExercisePanel({ exerciseKey }: { exerciseKey: string }) {
  const { editor, byId } = useBuilder();
  const exercise = useEditor(({ program }) => findExercise(program, exerciseKey)?.exercise);
  const selected = useEditor((state) => state.selected.size);
  if (!exercise) return null;
  const known = exercise.exerciseId === null ? undefined : byId.get(exercise.exerciseId);
  const change = (recipe: (draft: ProgramExercise) => void) =>
    editor.edit((draft) => {
      const found = findExercise(draft, exerciseKey)?.exercise;
      if (found) recipe(found);
    });
  return (
    <Stack gap="sm" component="section" aria-label="Exercise">
      <div>
        <Title order={3}>{selected > 1 ? countLabel(selected, 'exercise') : exercise.name}</Title>
        <Muted>{factsText(exercise, known)}</Muted>
      </div>
      <Stack gap="xs">
        {exercise.sets.map((set, index) => (
          <SetEditor
            // biome-ignore lint/suspicious/noArrayIndexKey: sets have no identity but their place.
            key={index}
            set={set}
            number={index + 1}
            onChange={(next) =>
              change((draft) => {
                draft.sets[index] = next;
              })
            }
            onDelete={
              exercise.sets.length > 1
                ? () =>
                    change((draft) => {
                      draft.sets.splice(index, 1);
                    })
                : undefined
            }
          />
        ))}
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} />}
          disabled={exercise.sets.length >= PROGRAM_BOUNDS.lines}
          onClick={() => change((draft) => draft.sets.push({ ...newSet(), ...structuredClone(exercise.sets.at(-1)) }))}
        >
          Add sets
        </Button>
      </Stack>
      <GroupEditor exerciseKey={exerciseKey} letter={exercise.group} />
      <Alternatives
        exercise={exercise}
        onChange={(ids) =>
          change((draft) => {
            draft.alternatives = ids;
          })
        }
      />
      <CommittedText
        value={exercise.notes}
        onCommit={(notes) =>
          change((draft) => {
            draft.notes = notes;
          })
        }
      >
        {(field) => (
          <Textarea
            label="Notes for the client"
            rows={2}
            classNames={{ input: classes.notes ?? '' }}
            maxLength={PROGRAM_BOUNDS.exerciseNotes}
            {...field}
          />
        )}
      </CommittedText>
      <Group gap="xs">
        <Button
          variant="default"
          size="xs"
          disabled={selected < 2 && !exercise.group}
          leftSection={exercise.group ? <IconLinkOff size={14} /> : <IconLink size={14} />}
          onClick={() => editor.edit((draft) => toggleGroup(draft, editor.getSnapshot().selected))}
        >
          {exercise.group ? 'Separate' : 'Superset'}
        </Button>
        <Button variant="default" size="xs" leftSection={<IconTrash size={14} />} onClick={() => deleteAt(editor)}>
          Delete
        </Button>
      </Group>
    </Stack>
  );
}

/** How the group of an exercise is done. */
function GroupEditor({ exerciseKey, letter }: { exerciseKey: string; letter: string }) {
  const { editor } = useBuilder();
  const group = useEditor(({ program }) =>
    findExercise(program, exerciseKey)?.day.workout.groups.find((one) => one.letter === letter),
  );
  if (!letter) return null;
  const current: ExerciseGroup = group ?? { letter, format: 'superset', minutes: null, rest: null };
  const change = (next: ExerciseGroup) =>
    editor.edit((draft) => {
      const day = findExercise(draft, exerciseKey)?.day;
      if (day) setGroup(day, next);
    });
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <NativeSelect
        size="xs"
        flex={1}
        label={`Group ${letter}`}
        data={FORMATS}
        value={current.format}
        onChange={({ currentTarget }) => {
          const format = GROUP_FORMATS.find((one): one is GroupFormat => one === currentTarget.value) ?? 'superset';
          change({ ...current, format, minutes: isTimed(format) ? (current.minutes ?? 10) : null });
        }}
      />
      {current.minutes !== null && (
        <NumberInput
          size="xs"
          w={84}
          label="Minutes"
          min={1}
          max={120}
          clampBehavior="strict"
          allowDecimal={false}
          value={current.minutes}
          onChange={(minutes) => typeof minutes === 'number' && minutes >= 1 && change({ ...current, minutes })}
        />
      )}
    </Group>
  );
}

/** Alternatives that the client may choose. */
function Alternatives({ exercise, onChange }: { exercise: ProgramExercise; onChange: (ids: string[]) => void }) {
  const { exercises, byId } = useBuilder();
  const choices = useMemo(
    () =>
      [...new Set([...exercise.alternatives, ...exercises.map(({ id }) => id)])]
        .filter((id) => id !== exercise.exerciseId)
        .map((id) => ({ value: id, label: byId.get(id)?.name ?? 'Deleted exercise' })),
    [exercises, byId, exercise.alternatives, exercise.exerciseId],
  );
  return (
    <MultiSelect
      size="xs"
      label="Alternatives"
      description={
        <Text span inherit>
          Offered when equipment is taken or something hurts
        </Text>
      }
      placeholder={exercise.alternatives.length === 0 ? 'Search exercises' : ''}
      searchable
      limit={20}
      maxValues={PROGRAM_BOUNDS.alternatives}
      data={choices}
      value={exercise.alternatives}
      onChange={onChange}
      nothingFoundMessage="No exercise found"
    />
  );
}
