import {
  Button,
  Card,
  Chip,
  Group,
  List,
  MultiSelect,
  NativeSelect,
  NumberInput,
  Skeleton,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import {
  CONTRAINDICATION_LABELS,
  CONTRAINDICATIONS,
  EXERCISE_EQUIPMENT,
  EXERCISE_EQUIPMENT_LABELS,
  EXERCISE_LEVELS,
  type ExerciseEquipment,
} from '@stridewell/contract/exercises.rules';
import {
  GENERATION_BOUNDS,
  type GenerationInput,
  PROGRAM_GOAL_LABELS,
  PROGRAM_GOALS,
} from '@stridewell/contract/planner.rules';
import type { Program } from '@stridewell/contract/programs';
import { IconRefresh, IconSparkles } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { Field } from '../../components/field.tsx';
import { Muted } from '../../components/muted.tsx';
import { ProblemAlert } from '../../components/problem-alert.tsx';
import { newId } from '../../lib/ids.ts';
import { useSaveProgram } from '../programs/programs.queries.ts';
import { type GeneratedProgram, useGenerateProgram } from './planner.queries.ts';
import classes from './program-generator.module.css';

/** What is usually there, to choose in one tap. */
const PLACES: { label: string; equipment: readonly ExerciseEquipment[] }[] = [
  { label: 'Full gym', equipment: EXERCISE_EQUIPMENT },
  { label: 'Dumbbells and bench', equipment: ['dumbbells', 'bench', 'mat'] },
  { label: 'Bands at home', equipment: ['band', 'mat'] },
  { label: 'No equipment', equipment: [] },
];

const START: GenerationInput = {
  ...{ goal: 'general', level: 'Beginner', daysPerWeek: 3, minutes: 60, weeks: 8 },
  ...{ equipment: [...EXERCISE_EQUIPMENT], contraindications: [], seed: 1 },
};

const EQUIPMENT_CHOICES = EXERCISE_EQUIPMENT.map((value) => ({ value, label: EXERCISE_EQUIPMENT_LABELS[value] }));
const GOAL_CHOICES = PROGRAM_GOALS.map((value) => ({ value, label: PROGRAM_GOAL_LABELS[value] }));

type ProgramGeneratorProps = { coachId: string; outline: (program: Program) => ReactNode };

/** Drafts a program from a few facts. The coach reads it with its reasons, and makes it a program of their own. */
export function ProgramGenerator({ coachId, outline }: ProgramGeneratorProps) {
  const [profile, setProfile] = useState(START);
  const generate = useGenerateProgram(coachId);
  const result = useRef<HTMLDivElement>(null);
  const run = (next: GenerationInput) => {
    setProfile(next);
    // On a phone the draft is below the form.
    generate.mutate(next, { onSuccess: () => result.current?.scrollIntoView({ block: 'start' }) });
  };
  return (
    <div className={classes.columns}>
      <Card padding="md">
        <ProfileForm profile={profile} busy={generate.isPending} onChange={setProfile} onSubmit={() => run(profile)} />
      </Card>
      <div ref={result} className={classes.result} aria-live="polite" aria-busy={generate.isPending}>
        {generate.isPending && <Skeleton height={420} radius="lg" />}
        {generate.isError && (
          <ProblemAlert
            error={generate.error}
            fallback="No program was drafted. Check your connection and try again."
          />
        )}
        {generate.isSuccess && (
          <Result
            key={generate.submittedAt}
            coachId={coachId}
            outline={outline}
            generated={generate.data}
            onAgain={() => run({ ...profile, seed: profile.seed + 1 })}
          />
        )}
        {generate.isIdle && (
          <EmptyState title="Your draft appears here">
            Describe the client, and read why each exercise is in the program. Nothing reaches a client before you
            assign it.
          </EmptyState>
        )}
      </div>
    </div>
  );
}

type ProfileFormProps = {
  profile: GenerationInput;
  busy: boolean;
  onChange: (profile: GenerationInput) => void;
  onSubmit: () => void;
};

function ProfileForm({ profile, busy, onChange, onSubmit }: ProfileFormProps) {
  const change = (part: Partial<GenerationInput>) => onChange({ ...profile, ...part });
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
      value={profile[name]}
      onChange={(value) => typeof value === 'number' && change({ [name]: value })}
    />
  );
  const place = PLACES.find(
    ({ equipment }) =>
      equipment.length === profile.equipment.length && equipment.every((item) => profile.equipment.includes(item)),
  );
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Stack gap="md">
        <NativeSelect
          label="Goal"
          data={GOAL_CHOICES}
          value={profile.goal}
          onChange={({ currentTarget }) => {
            const goal = PROGRAM_GOALS.find((one) => one === currentTarget.value);
            if (goal) change({ goal });
          }}
        />
        <NativeSelect
          label="Level"
          data={[...EXERCISE_LEVELS]}
          value={profile.level}
          onChange={({ currentTarget }) => {
            const level = EXERCISE_LEVELS.find((one) => one === currentTarget.value);
            if (level) change({ level });
          }}
        />
        <Group grow align="flex-end" gap="sm">
          {amount('daysPerWeek', 'Days a week', GENERATION_BOUNDS.days)}
          {amount('minutes', 'Minutes', GENERATION_BOUNDS.minutes)}
          {amount('weeks', 'Weeks', GENERATION_BOUNDS.weeks)}
        </Group>
        <Field label="Equipment">
          {(aria) => (
            <Group gap="xs" role="radiogroup" {...aria}>
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
            value={profile.equipment}
            onChange={(values) => change({ equipment: EXERCISE_EQUIPMENT.filter((item) => values.includes(item)) })}
          />
        )}
        <MultiSelect
          label="Leave out with"
          description="Exercises that are unsuitable with any of these"
          data={CONTRAINDICATIONS.map((value) => ({ value, label: CONTRAINDICATION_LABELS[value] }))}
          value={profile.contraindications}
          onChange={(values) =>
            change({ contraindications: CONTRAINDICATIONS.filter((item) => values.includes(item)) })
          }
        />
        <Button type="submit" variant="ember" loading={busy} leftSection={<IconSparkles size={18} />}>
          Draft program
        </Button>
      </Stack>
    </form>
  );
}

type ResultProps = Pick<ProgramGeneratorProps, 'coachId' | 'outline'> & {
  generated: GeneratedProgram;
  onAgain: () => void;
};

function Result({ coachId, outline, generated, onAgain }: ResultProps) {
  const { program, reasons } = generated;
  const navigate = useNavigate();
  const save = useSaveProgram(coachId);
  const [programId] = useState(newId);
  const keep = () =>
    save.mutateAsync({ programId, basedOn: 0, folder: '', tags: [], program }).then(
      () => navigate({ to: `/coach/${coachId}/programs/${programId}` }),
      () => undefined,
    );
  return (
    <Stack gap="lg">
      <Group justify="space-between" gap="sm">
        <Title order={2}>{program.name}</Title>
        <Group gap="sm">
          <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={onAgain}>
            Another version
          </Button>
          <Button loading={save.isPending} onClick={() => void keep()}>
            Open in builder
          </Button>
        </Group>
      </Group>
      <ProblemAlert error={save.error} fallback="The program was not saved. Please try again." />
      <Card padding="md" component="section" aria-label="Why this program">
        <Stack gap="sm">
          <Title order={3}>Why this program</Title>
          <List spacing={4} size="sm">
            <List.Item>{reasons.split}</List.Item>
            <List.Item>{reasons.sets}</List.Item>
            <List.Item>{reasons.progression}</List.Item>
            {reasons.skipped.map((reason) => (
              <List.Item key={reason}>{reason}</List.Item>
            ))}
          </List>
          <Title order={3}>Why these exercises</Title>
          <List spacing={4} size="sm">
            {reasons.exercises.map(({ exerciseId, name, reason }) => (
              <List.Item key={exerciseId}>
                <Text span inherit fw={600}>
                  {name}
                </Text>
                : {reason}
              </List.Item>
            ))}
          </List>
        </Stack>
      </Card>
      {outline(program)}
      <Muted>The other weeks of each phase follow from its first. The builder shows them all.</Muted>
    </Stack>
  );
}
