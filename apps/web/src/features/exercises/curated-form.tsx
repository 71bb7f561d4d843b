import { TextInput } from '@mantine/core';
import { curatedInput, type Exercise } from '@stridewell/contract/exercises/exercises';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { codeOf } from '../../lib/errors.ts';
import { toast } from '../../lib/toasts.ts';
import { NewerVersion } from '../../shared/newer-version.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useSchemaForm } from '../../ui/schema-form.ts';
import { ExerciseFields, inputOf, newExercise, valuesOf } from './exercise-fields.tsx';
import { curatedQuery, useCurateExercise } from './exercises.queries.ts';

type CuratedFormProps = {
  /** The id of a new exercise, or the exercise to edit. */
  exercise: Exercise | { id: string; name: string };
  onClose: () => void;
};

/** Adds an exercise for all coaches, or edits one. */
export function CuratedForm({ exercise: loaded, onClose }: CuratedFormProps) {
  // A newer version of another operator waits until this one asks for it.
  const [exercise, setExercise] = useState(loaded);
  const client = useQueryClient();
  const reload = async () => {
    const { exercises } = await client.fetchQuery({ ...curatedQuery(), staleTime: 0 });
    setExercise(exercises.find(({ id }) => id === loaded.id) ?? loaded);
  };
  return <Editor key={versionOf(exercise)} exercise={exercise} onReload={() => void reload()} onClose={onClose} />;
}

const versionOf = (exercise: CuratedFormProps['exercise']): number => ('version' in exercise ? exercise.version : 0);

function Editor({ exercise, onReload, onClose }: CuratedFormProps & { onReload: () => void }) {
  const stored = 'version' in exercise ? exercise : null;
  const save = useCurateExercise();
  const form = useSchemaForm(curatedInput, {
    initialValues: valuesOf(stored ?? newExercise(exercise.name)),
    toInput: inputOf,
    submit: (input) =>
      save.mutateAsync({
        exerciseId: exercise.id,
        basedOn: versionOf(exercise),
        exercise: input,
        hidden: stored?.hidden ?? false,
      }),
    onDone({ name }) {
      toast.success(stored ? 'Exercise saved' : 'Exercise added', `${name} is the same for all coaches now.`);
      onClose();
    },
  });
  const isOutdated = codeOf(form.error) === 'CURATED_CHANGED';
  return (
    <FormDialog
      title={stored ? `Edit ${stored.name}` : 'New exercise'}
      form={form}
      submitLabel={stored ? 'Save exercise' : 'Add exercise'}
      size="lg"
      onClose={onClose}
      problem={isOutdated && <NewerVersion what="this exercise" onLoad={onReload} />}
    >
      <ExerciseFields form={form} />
      <TextInput
        label="Video"
        description="A link, which coaches and their clients see."
        inputMode="url"
        {...form.getInputProps('videoUrl')}
      />
    </FormDialog>
  );
}
