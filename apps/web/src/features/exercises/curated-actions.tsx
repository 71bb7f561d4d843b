import { Button, Group } from '@mantine/core';
import { curatedInput, type Exercise } from '@stridewell/contract/exercises/exercises';
import { IconArrowBackUp, IconEye, IconEyeOff, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { messageOf } from '../../lib/errors.ts';
import { toast } from '../../lib/toasts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Muted } from '../../ui/muted.tsx';
import { type Curation, useCurateExercise } from './exercises.queries.ts';

/** The operators' version of an exercise; null for the original. */
const storedOf = (exercise: Exercise): Curation['exercise'] =>
  exercise.changed || !exercise.builtIn ? curatedInput.parse(exercise) : null;

type CuratedActionsProps = { exercise: Exercise; onEdit: () => void; onClose: () => void };

/** Actions of an operator on an exercise of all coaches. */
export function CuratedActions({ exercise, onEdit, onClose }: CuratedActionsProps) {
  const { id: exerciseId, name, builtIn, changed, hidden, version } = exercise;
  const [asking, setAsking] = useState(false);
  const hide = useCurateExercise();
  const restore = useCurateExercise();
  // With promises, because the toast outlives this dialog and with it the callbacks of `mutate`.
  const setHidden = (wanted: boolean, basedOn: number, done: (saved: Exercise) => void) =>
    void hide
      .mutateAsync({ exerciseId, basedOn, exercise: storedOf(exercise), hidden: wanted })
      .then(done, (error) => toast.error('Nothing was changed', messageOf(error, 'Please try again.')));
  const toggle = () =>
    setHidden(!hidden, version, (saved) => {
      toast.success(hidden ? `${name} is offered again` : `${name} is hidden`, undefined, {
        label: 'Undo',
        run: () => setHidden(hidden, saved.version, () => toast.success('Undone')),
      });
      onClose();
    });
  const restoreOriginal = () =>
    void restore.mutateAsync({ exerciseId, basedOn: version, exercise: null, hidden }).then(
      () => {
        toast.success('Original restored');
        onClose();
      },
      // The question shows a failure itself.
      () => undefined,
    );
  return (
    <Group gap="sm">
      <Button leftSection={<IconPencil size={18} stroke={1.75} />} onClick={onEdit}>
        Edit exercise
      </Button>
      <Button
        variant="default"
        leftSection={hidden ? <IconEye size={18} stroke={1.75} /> : <IconEyeOff size={18} stroke={1.75} />}
        loading={hide.isPending}
        onClick={toggle}
      >
        {hidden ? 'Offer exercise again' : 'Hide exercise'}
      </Button>
      {changed && (
        <Button
          variant="subtle"
          color="red"
          leftSection={<IconArrowBackUp size={18} stroke={1.75} />}
          onClick={() => setAsking(true)}
        >
          Restore original
        </Button>
      )}
      {!hidden && <Muted>A hidden exercise stays in programs and logs. Coaches can no longer choose it.</Muted>}
      {builtIn && (
        <ConfirmDialog
          opened={asking}
          title={`Restore the original of ${name}?`}
          confirmLabel="Restore original"
          cancelLabel="Keep the changes"
          action={restore}
          fallback="Nothing was changed. Please try again."
          onConfirm={restoreOriginal}
          onClose={() => setAsking(false)}
        >
          The operators’ changes are deleted. Coaches who edited the exercise keep their version.
        </ConfirmDialog>
      )}
    </Group>
  );
}
