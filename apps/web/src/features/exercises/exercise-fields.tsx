import { Checkbox, MultiSelect, Select, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import type { CuratedInput, ExerciseInput } from '@stridewell/contract/exercises/exercises';
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
} from '@stridewell/contract/exercises/exercises.rules';
import type { SchemaForm } from '../../ui/schema-form.ts';

/** The fields of a new exercise. */
export const newExercise = (name: string): ExerciseInput => ({
  name,
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
});

const dataOf = <Value extends string>(values: readonly Value[], labels: Record<Value, string>) =>
  values.map((value) => ({ value, label: labels[value] }));

/** The fields of the form; the schema strips what else an exercise has. */
export const valuesOf = <Input extends CuratedInput>({ cues, ...input }: Input) => ({
  ...input,
  cues: cues.join('\n'),
});

/** Converts the form for the schema: one cue on each line. */
export const inputOf = <Values extends { cues: string }>(values: Values) => ({
  ...values,
  cues: values.cues
    .split('\n')
    .map((cue) => cue.trim())
    .filter(Boolean),
});

type ExerciseFieldsProps = { form: Pick<SchemaForm<ReturnType<typeof valuesOf>>, 'getInputProps'> };

/** Fields of an exercise that coaches and operators share. */
export function ExerciseFields({ form }: ExerciseFieldsProps) {
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
    <>
      <TextInput label="Name" data-autofocus {...form.getInputProps('name')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        {several('primary', 'Muscles', dataOf(MUSCLES, MUSCLE_LABELS))}
        {several('secondary', 'Also trains', dataOf(MUSCLES, MUSCLE_LABELS))}
        {several('equipment', 'Equipment', dataOf(EXERCISE_EQUIPMENT, EXERCISE_EQUIPMENT_LABELS))}
        {several('contraindications', 'Avoid for', dataOf(CONTRAINDICATIONS, CONTRAINDICATION_LABELS))}
        {select('pattern', 'Pattern', dataOf(PATTERNS, PATTERN_LABELS))}
        {select(
          'level',
          'Level',
          EXERCISE_LEVELS.map((level) => ({ value: level, label: level })),
        )}
        {select('mechanic', 'Type', dataOf(MECHANICS, MECHANIC_LABELS))}
        {select('force', 'Force', dataOf(FORCES, FORCE_LABELS))}
        {select('measure', 'Measured in', dataOf(MEASURES, MEASURE_LABELS))}
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
    </>
  );
}
