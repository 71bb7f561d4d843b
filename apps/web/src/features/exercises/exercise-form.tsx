import { TagsInput } from '@mantine/core';
import type { Exercise } from '@stridewell/contract/exercises/exercises';
import { exerciseInput } from '@stridewell/contract/exercises/exercises';
import { EXERCISE_BOUNDS } from '@stridewell/contract/exercises/exercises.rules';
import { useCallback } from 'react';
import { toast } from '../../lib/toasts.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useSchemaForm } from '../../ui/schema-form.ts';
import { ExerciseFields, inputOf, newExercise, valuesOf } from './exercise-fields.tsx';
import { useSaveExercise } from './exercises.queries.ts';
import { VideoField } from './video-field.tsx';

type ExerciseFormProps = {
  coachId: string;
  /** The id of a new exercise, or the exercise to edit. */
  exercise: Exercise | { id: string; name: string };
  /** Tags of the coach's other exercises. */
  knownTags: readonly string[];
  onDone: (exerciseId: string) => void;
  onClose: () => void;
};

/** Adds an exercise, or edits any for this coach. */
export function ExerciseForm({ coachId, exercise, knownTags, onDone, onClose }: ExerciseFormProps) {
  const save = useSaveExercise(coachId);
  const stored = 'version' in exercise ? exercise : null;
  const form = useSchemaForm(exerciseInput, {
    initialValues: valuesOf(stored ?? newExercise(exercise.name)),
    toInput: inputOf,
    submit: (input) => save.mutateAsync({ exerciseId: exercise.id, basedOn: stored?.version ?? 0, exercise: input }),
    onDone({ id, name }) {
      toast.success(stored ? 'Exercise saved' : 'Exercise added', name);
      onDone(id);
    },
  });
  const { setFieldValue } = form;
  const setVideo = useCallback((videoUrl: string) => setFieldValue('videoUrl', videoUrl), [setFieldValue]);
  return (
    <FormDialog
      title={stored ? `Edit ${stored.name}` : 'New exercise'}
      form={form}
      submitLabel={stored ? 'Save exercise' : 'Add exercise'}
      size="lg"
      onClose={onClose}
    >
      <ExerciseFields form={form} />
      <VideoField
        coachId={coachId}
        exerciseId={exercise.id}
        name={exercise.name}
        value={form.getValues().videoUrl}
        onChange={setVideo}
        input={form.getInputProps('videoUrl')}
      />
      <TagsInput
        label="Tags"
        description="Only you see them."
        data={[...knownTags]}
        maxTags={EXERCISE_BOUNDS.tags}
        {...form.getInputProps('tags')}
      />
    </FormDialog>
  );
}
