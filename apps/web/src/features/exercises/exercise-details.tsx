import { Button, Group, List, Stack, Text, Title } from '@mantine/core';
import type { Exercise } from '@stridewell/contract/exercises';
import {
  CONTRAINDICATION_LABELS,
  FORCE_LABELS,
  MEASURE_LABELS,
  MECHANIC_LABELS,
  PATTERN_LABELS,
} from '@stridewell/contract/exercises.rules';
import { equipmentText, musclesText, sharesOf } from '@stridewell/contract/exercises.wording.rules';
import { IconArrowBackUp, IconEye, IconEyeOff, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { BodyMap } from '../../components/body-map.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ExerciseVideo } from '../../components/exercise-video.tsx';
import { Fact } from '../../components/fact.tsx';
import { Muted } from '../../components/muted.tsx';
import { messageOf } from '../../lib/errors.ts';
import { toast } from '../../lib/toasts.ts';
import classes from './exercise-details.module.css';
import { useDeleteExercise, useSetExerciseHidden } from './exercises.queries.ts';

type ExerciseDetailsProps = { coachId: string; exercise: Exercise; onEdit: () => void; onClose: () => void };

/** One exercise: its muscles, how to do it, and what the coach may do with it. */
export function ExerciseDetails({ coachId, exercise, onEdit, onClose }: ExerciseDetailsProps) {
  const { name, primary, secondary, cues, contraindications, videoUrl, tags } = exercise;
  return (
    <Dialog opened onClose={onClose} title={name} size="lg">
      <Stack gap="lg">
        <div className={classes.columns}>
          <BodyMap
            shares={sharesOf(exercise)}
            label={`Muscles: ${musclesText(primary)}${secondary.length > 0 ? `; also ${musclesText(secondary)}` : ''}`}
          />
          <dl className={classes.facts}>
            <Fact label="Muscles">{musclesText(primary)}</Fact>
            {secondary.length > 0 && <Fact label="Also trains">{musclesText(secondary)}</Fact>}
            <Fact label="Equipment">{equipmentText(exercise)}</Fact>
            <Fact label="Movement">
              {PATTERN_LABELS[exercise.pattern]}, {MECHANIC_LABELS[exercise.mechanic].toLowerCase()},{' '}
              {FORCE_LABELS[exercise.force].toLowerCase()}
            </Fact>
            <Fact label="Level">{exercise.level}</Fact>
            <Fact label="Counted in">
              {MEASURE_LABELS[exercise.measure]}
              {exercise.unilateral && ', each side'}
            </Fact>
            {tags.length > 0 && <Fact label="Your tags">{tags.join(', ')}</Fact>}
          </dl>
        </div>
        {cues.length > 0 && (
          <Stack gap="xs">
            <Title order={3}>Cues</Title>
            <List spacing={4}>
              {cues.map((cue, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes here, and cues can repeat.
                <List.Item key={index}>{cue}</List.Item>
              ))}
            </List>
          </Stack>
        )}
        {contraindications.length > 0 && (
          <Stack gap={4}>
            <Title order={3}>Leave out with</Title>
            <Text>{contraindications.map((one) => CONTRAINDICATION_LABELS[one]).join(', ')}</Text>
          </Stack>
        )}
        {videoUrl && <ExerciseVideo videoUrl={videoUrl} name={name} />}
        <ExerciseActions coachId={coachId} exercise={exercise} onEdit={onEdit} onClose={onClose} />
      </Stack>
    </Dialog>
  );
}

function ExerciseActions({ coachId, exercise, onEdit, onClose }: ExerciseDetailsProps) {
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
        {builtIn ? 'Your changes to this exercise are deleted.' : 'It leaves your library for good.'}
      </ConfirmDialog>
    </Group>
  );
}
