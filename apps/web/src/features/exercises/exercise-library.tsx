import { Card, Group, Highlight, NativeSelect, SegmentedControl, Stack, Text } from '@mantine/core';
import type { Exercise } from '@stridewell/contract/exercises';
import {
  EXERCISE_EQUIPMENT,
  EXERCISE_EQUIPMENT_LABELS,
  EXERCISE_LEVELS,
  findExercises,
  MUSCLE_LABELS,
  MUSCLES,
  PATTERN_LABELS,
  PATTERNS,
} from '@stridewell/contract/exercises.rules';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { memo, useDeferredValue, useMemo, useState } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { Muted } from '../../components/muted.tsx';
import rows from '../../components/rows.module.css';
import { SearchInput } from '../../components/search-input.tsx';
import { countLabel } from '../../lib/format.ts';
import classes from './exercise-library.module.css';
import { exercisesQuery } from './exercises.queries.ts';
import { type Collection, type ExerciseSearch, filterOf } from './exercises.search.ts';
import { equipmentText, musclesText } from './exercises.wording.ts';

const COLLECTION_LABELS: { value: Collection; label: string }[] = [
  { value: 'library', label: 'All' },
  { value: 'own', label: 'Yours' },
  { value: 'hidden', label: 'Hidden' },
];

const isIn = (collection: Collection, { hidden, builtIn, changed }: Exercise): boolean => {
  if (collection === 'hidden') return hidden;
  return !hidden && (collection === 'library' || !builtIn || changed);
};

const choices = <Value extends string>(all: string, values: readonly Value[], labels: Record<Value, string>) => [
  { value: '', label: all },
  ...values.map((value) => ({ value, label: labels[value] })),
];

const LEVEL_LABELS = Object.fromEntries(EXERCISE_LEVELS.map((level) => [level, level])) as Record<
  (typeof EXERCISE_LEVELS)[number],
  string
>;
const byLabel = <Value extends string>(values: readonly Value[], labels: Record<Value, string>) =>
  [...values].sort((a, b) => labels[a].localeCompare(labels[b], 'en'));

const MUSCLE_CHOICES = choices('Any muscle', byLabel(MUSCLES, MUSCLE_LABELS), MUSCLE_LABELS);
const PATTERN_CHOICES = choices('Any pattern', PATTERNS, PATTERN_LABELS);
const LEVEL_CHOICES = choices('Any level', EXERCISE_LEVELS, LEVEL_LABELS);
const EQUIPMENT_CHOICES = [
  { value: '', label: 'Any equipment' },
  { value: 'none', label: 'No equipment' },
  ...choices('', byLabel(EXERCISE_EQUIPMENT, EXERCISE_EQUIPMENT_LABELS), EXERCISE_EQUIPMENT_LABELS).slice(1),
];

type ExerciseLibraryProps = {
  coachId: string;
  search: ExerciseSearch;
  onSearch: (search: Record<string, unknown>) => void;
};

/** Search, filters and the list of exercises. Finding happens here, so that it keeps up with typing. */
export function ExerciseLibrary({ coachId, search, onSearch }: ExerciseLibraryProps) {
  const { data } = useSuspenseQuery(exercisesQuery(coachId));
  const [typed, setTyped] = useState(search.q ?? '');
  const text = useDeferredValue(typed);
  const collection = search.show ?? 'library';
  const { muscle, pattern, equipment, level } = search;
  const found = useMemo(
    () =>
      findExercises(
        data.exercises.filter((exercise) => isIn(collection, exercise)),
        filterOf(
          {
            ...(muscle && { muscle }),
            ...(pattern && { pattern }),
            ...(equipment && { equipment }),
            ...(level && { level }),
          },
          text,
        ),
      ),
    [data.exercises, collection, muscle, pattern, equipment, level, text],
  );
  const select = (name: 'muscle' | 'pattern' | 'equipment' | 'level', label: string, data: typeof MUSCLE_CHOICES) => (
    <NativeSelect
      size="sm"
      flex={{ base: '1 1 calc(50% - 6px)', sm: '0 0 auto' }}
      w={{ sm: 152 }}
      aria-label={label}
      data={data}
      value={search[name] ?? ''}
      onChange={(event) => onSearch({ ...search, [name]: event.currentTarget.value })}
    />
  );
  return (
    <Stack gap="md">
      <Group gap="sm">
        <SearchInput
          label="Search exercises"
          flex={{ base: '1 1 100%', sm: '1 1 200px' }}
          value={typed}
          onChange={(q) => {
            setTyped(q);
            onSearch({ ...search, q });
          }}
        />
        <SegmentedControl
          bg="var(--hover)"
          size="sm"
          aria-label="Which exercises"
          data={COLLECTION_LABELS}
          value={collection}
          onChange={(show) => onSearch({ ...search, show })}
        />
        {select('muscle', 'Muscle', MUSCLE_CHOICES)}
        {select('equipment', 'Equipment', EQUIPMENT_CHOICES)}
        {select('pattern', 'Pattern', PATTERN_CHOICES)}
        {select('level', 'Level', LEVEL_CHOICES)}
      </Group>
      {found.length > 0 ? (
        <>
          <Muted role="status">{countLabel(found.length, 'exercise')}</Muted>
          <Card padding={0} component="ul" className={rows.divided}>
            {found.map((exercise) => (
              <ExerciseRow key={exercise.id} exercise={exercise} text={text} />
            ))}
          </Card>
        </>
      ) : (
        <NothingFound collection={collection} text={text} />
      )}
    </Stack>
  );
}

function NothingFound({ collection, text }: { collection: Collection; text: string }) {
  if (text) {
    return (
      <EmptyState role="status" title={`No exercises found for “${text}”`}>
        The search looks at names, muscles, equipment and your tags. The filters above apply too.
      </EmptyState>
    );
  }
  if (collection === 'own') {
    return (
      <EmptyState title="No exercises of your own">
        Add an exercise, or edit one of the library: your version is listed here, and only you see it.
      </EmptyState>
    );
  }
  if (collection === 'hidden') {
    return <EmptyState title="No hidden exercises">Hide what you never use. You can show it again here.</EmptyState>;
  }
  return (
    <EmptyState role="status" title="No exercises match these filters">
      Choose another muscle, pattern, level or equipment.
    </EmptyState>
  );
}

/** Memoized, because a keystroke changes the list and not its rows. */
const ExerciseRow = memo(function ExerciseRow({ exercise, text }: { exercise: Exercise; text: string }) {
  const { id, name, primary, secondary, level, builtIn, changed, tags } = exercise;
  const mark = builtIn ? changed && 'Edited by you' : 'Yours';
  return (
    <li className={classes.row}>
      <Link
        to="."
        search={(before: Record<string, unknown>) => ({ ...before, open: id })}
        resetScroll={false}
        className={`${rows.link} ${classes.link}`}
      >
        <div>
          <Group gap="xs" component="span">
            <Highlight component="span" highlight={text.trim()} fw={600} className={classes.name}>
              {name}
            </Highlight>
            {mark && <Muted span>{mark}</Muted>}
          </Group>
          <Muted>{[...tags, equipmentText(exercise)].join(', ')}</Muted>
        </div>
        <Text size="sm" className={classes.muscles}>
          {musclesText(primary)}
          {secondary.length > 0 && (
            <Text span inherit c="dimmed">
              , {musclesText(secondary)}
            </Text>
          )}
        </Text>
        <Muted className={classes.level}>{level}</Muted>
      </Link>
    </li>
  );
});
