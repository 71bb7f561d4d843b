import { Button, Group } from '@mantine/core';
import type { Exercise } from '@stridewell/contract/exercises/exercises';
import { IconArrowBackUp, IconEye, IconEyeOff, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { messageOf } from '../../lib/errors.ts';
import { toast } from '../../lib/toasts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Muted } from '../../ui/muted.tsx';
import { useDeleteExercise, useSetExerciseHidden } from './exercises.queries.ts';

type ExerciseActionsProps = { coachId: string; exercise: Exercise; onEdit: () => void; onClose: () => void };

/** Actions of a coach on an exercise. */
export function ExerciseActions({ coachId, exercise, onEdit, onClose }: ExerciseActionsProps) {
  const { id, name, builtIn, changed, hidden } = exercise;
  const [asking, setAsking] = useState(false);
  const hide = useSetExerciseHidden(coachId);
  const remove = useDeleteExercise(coachId);
  // With promises, because the toast and a deletion outlive this dialog and with it the callbacks of `mutate`.
  const setHidden = (wanted: boolean, done: () => void) =>
    void hide
      .mutateAsync({ exerciseId: id, hidden: wanted })
      .then(done, (error) => toast.error('Nothing was changed', messageOf(error, 'Please try again.')));
  const toggle = () =>
    setHidden(!hidden, () => {
      toast.success(hidden ? `${name} is back in your library` : `${name} is hidden`, undefined, {
        label: 'Undo',
        run: () => setHidden(hidden, () => toast.success('Undone')),
      });
      onClose();
    });
  const removed = () => {
    toast.success(builtIn ? 'Original restored' : 'Exercise deleted');
    onClose();
  };
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
        {hidden ? 'Show in library' : 'Hide from library'}
      </Button>
      {(changed || !builtIn) && (
        <Button
          variant="subtle"
          color="red"
          leftSection={builtIn ? <IconArrowBackUp size={18} stroke={1.75} /> : <IconTrash size={18} stroke={1.75} />}
          onClick={() => setAsking(true)}
        >
          {builtIn ? 'Restore original' : 'Delete exercise'}
        </Button>
      )}
      {builtIn && !changed && <Muted>An edit changes it for you only.</Muted>}
      <ConfirmDialog
        opened={asking}
        title={builtIn ? `Restore the original of ${name}?` : `Delete ${name}?`}
        confirmLabel={builtIn ? 'Restore original' : 'Delete exercise'}
        cancelLabel={builtIn ? 'Keep my version' : 'Keep exercise'}
        action={remove}
        fallback="Nothing was changed. Please try again."
        // The question shows a failure itself.
        onConfirm={() => void remove.mutateAsync(id).then(removed, () => undefined)}
        onClose={() => setAsking(false)}
      >
        {builtIn ? 'Your changes to this exercise are deleted.' : 'It is deleted from your library for good.'}
      </ConfirmDialog>
    </Group>
  );
}
