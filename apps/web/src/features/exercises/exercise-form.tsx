import { Checkbox, MultiSelect, Select, SimpleGrid, TagsInput, Textarea, TextInput } from '@mantine/core';
import type { Exercise } from '@stridewell/contract/exercises';
import { type ExerciseInput, exerciseInput } from '@stridewell/contract/exercises';
import {
  CONTRAINDICATION_LABELS,
  CONTRAINDICATIONS,
  EXERCISE_BOUNDS,
  EXERCISE_EQUIPMENT,
  EXERCISE_EQUIPMENT_LABELS,
  EXERCISE_LEVELS,
  FORCE_LABELS,
  FORCES,
  MEASURE_LABELS,
  MEASURES,
  MECHANIC_LABELS,
  MECHANICS,
  MUSCLE_LABELS,
  MUSCLES,
  PATTERN_LABELS,
  PATTERNS,
} from '@stridewell/contract/exercises.rules';
import { useCallback } from 'react';
import { useContractForm } from '../../components/contract-form.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { toast } from '../../lib/toasts.ts';
import { useSaveExercise } from './exercises.queries.ts';
import { VideoField } from './video-field.tsx';

const NEW: ExerciseInput = {
  name: '',
  pattern: 'squat',
  primary: [],
  secondary: [],
  equipment: [],
  level: 'Beginner',
  mechanic: 'compound',
  force: 'push',
  measure: 'reps',
  unilateral: false,
  contraindications: [],
  cues: [],
  videoUrl: '',
  tags: [],
};

const dataOf = <Value extends string>(values: readonly Value[], labels: Record<Value, string>) =>
  values.map((value) => ({ value, label: labels[value] }));

/** The fields of the form; the schema strips what else an exercise has. */
const valuesOf = ({ cues, ...input }: ExerciseInput) => ({ ...input, cues: cues.join('\n') });

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
  const form = useContractForm(exerciseInput, {
    initialValues: valuesOf(stored ?? { ...NEW, name: exercise.name }),
    toInput: (values) => ({
      ...values,
      cues: values.cues
        .split('\n')
        .map((cue) => cue.trim())
        .filter(Boolean),
    }),
    submit: (input) => save.mutateAsync({ exerciseId: exercise.id, basedOn: stored?.version ?? 0, exercise: input }),
    onDone({ id, name }) {
      toast.success(stored ? 'Exercise saved' : 'Exercise added', name);
      onDone(id);
    },
  });
  const { setFieldValue } = form;
  const setVideo = useCallback((videoUrl: string) => setFieldValue('videoUrl', videoUrl), [setFieldValue]);
  const select = (
    name: 'pattern' | 'level' | 'mechanic' | 'force' | 'measure',
    label: string,
    data: { value: string; label: string }[],
  ) => <Select label={label} data={data} allowDeselect={false} {...form.getInputProps(name)} />;
  const several = (
    name: 'primary' | 'secondary' | 'equipment' | 'contraindications',
    label: string,
    data: { value: string; label: string }[],
  ) => <MultiSelect label={label} data={data} searchable clearable hidePickedOptions {...form.getInputProps(name)} />;
  return (
    <FormDialog
      title={stored ? `Edit ${stored.name}` : 'New exercise'}
      form={form}
      submitLabel={stored ? 'Save exercise' : 'Add exercise'}
      size="lg"
      onClose={onClose}
    >
      <TextInput label="Name" data-autofocus {...form.getInputProps('name')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        {several('primary', 'Muscles', dataOf(MUSCLES, MUSCLE_LABELS))}
        {several('secondary', 'Also trains', dataOf(MUSCLES, MUSCLE_LABELS))}
        {several('equipment', 'Equipment', dataOf(EXERCISE_EQUIPMENT, EXERCISE_EQUIPMENT_LABELS))}
        {several('contraindications', 'Leave out with', dataOf(CONTRAINDICATIONS, CONTRAINDICATION_LABELS))}
        {select('pattern', 'Pattern', dataOf(PATTERNS, PATTERN_LABELS))}
        {select(
          'level',
          'Level',
          EXERCISE_LEVELS.map((level) => ({ value: level, label: level })),
        )}
        {select('mechanic', 'Type', dataOf(MECHANICS, MECHANIC_LABELS))}
        {select('force', 'Force', dataOf(FORCES, FORCE_LABELS))}
        {select('measure', 'Counted in', dataOf(MEASURES, MEASURE_LABELS))}
      </SimpleGrid>
      <Checkbox label="One side at a time" {...form.getInputProps('unilateral', { type: 'checkbox' })} />
      <Textarea
        label="Cues"
        description={`One on each line, up to ${EXERCISE_BOUNDS.cues}.`}
        autosize
        minRows={3}
        maxRows={12}
        {...form.getInputProps('cues')}
      />
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
