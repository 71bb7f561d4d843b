import { Button, Chip, Group, MultiSelect, NativeSelect, Stack } from '@mantine/core';
import {
  CONTRAINDICATION_LABELS,
  CONTRAINDICATIONS,
  EXERCISE_EQUIPMENT,
  EXERCISE_EQUIPMENT_LABELS,
  EXERCISE_LEVELS,
  type ExerciseEquipment,
} from '@stridewell/contract/exercises/exercises.rules';
import type { GenerationInput } from '@stridewell/contract/planner/planner.generation';
import { GENERATION_BOUNDS, PROGRAM_GOAL_LABELS, PROGRAM_GOALS } from '@stridewell/contract/planner/planner.rules';
import { IconSparkles } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { Field } from '../../ui/field.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { type Answers, profileOf, type Sources } from './planner.answers.ts';

/** Usual sets of equipment, to choose in one tap. */
const PLACES: { label: string; equipment: readonly ExerciseEquipment[] }[] = [
  { label: 'Full gym', equipment: EXERCISE_EQUIPMENT },
  { label: 'Dumbbells and bench', equipment: ['dumbbells', 'bench', 'mat'] },
  { label: 'Bands at home', equipment: ['band', 'mat'] },
  { label: 'No equipment', equipment: [] },
];

const EQUIPMENT_CHOICES = EXERCISE_EQUIPMENT.map((value) => ({ value, label: EXERCISE_EQUIPMENT_LABELS[value] }));
const GOAL_CHOICES = PROGRAM_GOALS.map((value) => ({ value, label: PROGRAM_GOAL_LABELS[value] }));

const findPlace = (equipment: readonly ExerciseEquipment[] | null) =>
  equipment &&
  PLACES.find(
    (place) => place.equipment.length === equipment.length && place.equipment.every((item) => equipment.includes(item)),
  );

/** An open question offers an empty choice, so that nothing looks answered. */
const withQuestion = <Choice extends { value: string; label: string }>(choices: readonly Choice[], isOpen: boolean) =>
  isOpen ? [{ value: '', label: 'Please choose' }, ...choices] : [...choices];

type PlannerFormProps = {
  answers: Answers;
  sources: Sources;
  busy: boolean;
  onChange: (answers: Answers) => void;
  onSubmit: (profile: GenerationInput) => void;
};

/** Answers that a program is drafted for. Says where each one comes from until the coach changes it. */
export function PlannerForm({ answers, sources, busy, onChange, onSubmit }: PlannerFormProps) {
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  const change = (part: Partial<Answers>) => {
    setChanged(new Set([...changed, ...Object.keys(part)]));
    onChange({ ...answers, ...part });
  };
  const source = (name: keyof Sources) => (changed.has(name) ? undefined : sources[name] || undefined);
  const amount = (
    name: 'daysPerWeek' | 'minutes' | 'weeks',
    label: string,
    { min, max }: { min: number; max: number },
  ) => (
    <NumberInput
      label={label}
      min={min}
      max={max}
      allowDecimal={false}
      clampBehavior="blur"
      value={answers[name] ?? ''}
      onChange={(value) => typeof value === 'number' && change({ [name]: value })}
    />
  );
  const profile = profileOf(answers);
  const place = findPlace(answers.equipment);
  const amountSources = [source('daysPerWeek'), source('minutes')].filter(Boolean).join('. ');
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (profile) onSubmit(profile);
      }}
    >
      <Stack gap="md">
        <NativeSelect
          label="Goal"
          description={source('goal')}
          data={withQuestion(GOAL_CHOICES, answers.goal === null)}
          value={answers.goal ?? ''}
          onChange={({ currentTarget }) => {
            const goal = PROGRAM_GOALS.find((one) => one === currentTarget.value);
            if (goal) change({ goal });
          }}
        />
        <NativeSelect
          label="Level"
          description={source('level')}
          data={withQuestion(
            EXERCISE_LEVELS.map((value) => ({ value, label: value })),
            answers.level === null,
          )}
          value={answers.level ?? ''}
          onChange={({ currentTarget }) => {
            const level = EXERCISE_LEVELS.find((one) => one === currentTarget.value);
            if (level) change({ level });
          }}
        />
        <Field label="Time" description={amountSources || undefined}>
          {(aria) => (
            <Group grow align="flex-end" gap="sm" mt={4} role="group" {...aria}>
              {amount('daysPerWeek', 'Days a week', GENERATION_BOUNDS.days)}
              {amount('minutes', 'Minutes', GENERATION_BOUNDS.minutes)}
              {amount('weeks', 'Weeks', GENERATION_BOUNDS.weeks)}
            </Group>
          )}
        </Field>
        <Field label="Equipment" description={source('equipment')}>
          {(aria) => (
            <Group gap="xs" mt={4} role="radiogroup" {...aria}>
              {PLACES.map(({ label, equipment }) => (
                <Chip
                  key={label}
                  size="md"
                  type="radio"
                  name="place"
                  checked={place?.label === label}
                  onChange={() => change({ equipment: [...equipment] })}
                >
                  {label}
                </Chip>
              ))}
            </Group>
          )}
        </Field>
        {place?.label !== 'Full gym' && (
          <MultiSelect
            label="Available equipment"
            searchable
            data={EQUIPMENT_CHOICES}
            value={answers.equipment ?? []}
            onChange={(values) => change({ equipment: EXERCISE_EQUIPMENT.filter((item) => values.includes(item)) })}
          />
        )}
        <MultiSelect
          label="Avoid exercises for"
          description={source('contraindications') ?? 'Leaves out exercises that any of these rule out'}
          data={CONTRAINDICATIONS.map((value) => ({ value, label: CONTRAINDICATION_LABELS[value] }))}
          value={answers.contraindications}
          onChange={(values) =>
            change({ contraindications: CONTRAINDICATIONS.filter((item) => values.includes(item)) })
          }
        />
        <Button type="submit" loading={busy} disabled={profile === null} leftSection={<IconSparkles size={18} />}>
          Draft program
        </Button>
      </Stack>
    </form>
  );
}
