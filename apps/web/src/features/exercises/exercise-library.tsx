import { Button, Card, Center, Group, Highlight, Stack, Text } from '@mantine/core';
import type { Exercise } from '@stridewell/contract/exercises/exercises';
import {
  compareNames,
  EXERCISE_EQUIPMENT,
  EXERCISE_EQUIPMENT_LABELS,
  EXERCISE_LEVELS,
  MUSCLE_LABELS,
  MUSCLES,
  PATTERN_LABELS,
  PATTERNS,
} from '@stridewell/contract/exercises/exercises.rules';
import { type ExerciseFilter, findExercises } from '@stridewell/contract/exercises/exercises.search.rules';
import { Link } from '@tanstack/react-router';
import { memo, useDeferredValue, useMemo, useState } from 'react';
import { countLabel } from '../../lib/format.ts';
import { useSearchText } from '../../lib/search-text.ts';
import { usePhone } from '../../lib/use-phone.ts';
import { equipmentText, musclesText } from '../../shared/exercise-words.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterTabs } from '../../ui/filter-tabs.tsx';
import { ListToolbar, type ToolbarFilter } from '../../ui/list-toolbar.tsx';
import { Muted } from '../../ui/muted.tsx';
import rows from '../../ui/rows.module.css';
import classes from './exercise-library.module.css';
import type { Collection, ExerciseSearch } from './exercises.search.ts';

/** Exercises before "Show more", and each time it is pressed. */
const PAGE = { phone: 20, wide: 40 };

/** Texts of the library for its reader: a coach, or an operator who curates it for all coaches. */
export type LibraryWords = {
  own: string;
  /** Marks of exercises that the reader has added or edited. */
  added: string;
  edited: string;
  noOwn: { title: string; text: string };
  noHidden: string;
};

export const COACH_WORDS: LibraryWords = {
  own: 'Yours',
  added: 'Yours',
  edited: 'Edited by you',
  noOwn: {
    title: 'No exercises of your own',
    text: 'Add an exercise, or edit one from the library. Your version is listed here, and only you see it.',
  },
  noHidden: 'Hide what you never use. You can show it again here.',
};

const collections = (words: LibraryWords): { value: Collection; label: string }[] => [
  { value: 'library', label: 'All' },
  { value: 'own', label: words.own },
  { value: 'hidden', label: 'Hidden' },
];

const isIn = (collection: Collection, { hidden, builtIn, changed }: Exercise): boolean => {
  if (collection === 'hidden') return hidden;
  return !hidden && (collection === 'library' || !builtIn || changed);
};

const byLabel = <Value extends string>(labels: Record<Value, string>, values: readonly Value[]) =>
  values.map((value) => ({ value, label: labels[value] })).sort((a, b) => compareNames(a.label, b.label));

const MUSCLE_CHOICES = [{ value: '', label: 'Any muscle' }, ...byLabel(MUSCLE_LABELS, MUSCLES)];
const PATTERN_CHOICES = [{ value: '', label: 'Any pattern' }, ...byLabel(PATTERN_LABELS, PATTERNS)];
const LEVEL_CHOICES = [{ value: '', label: 'Any level' }, ...EXERCISE_LEVELS];
const EQUIPMENT_CHOICES = [
  { value: '', label: 'Any equipment' },
  { value: 'none', label: 'No equipment' },
  ...byLabel(EXERCISE_EQUIPMENT_LABELS, EXERCISE_EQUIPMENT),
];

type ExerciseLibraryProps = {
  exercises: readonly Exercise[];
  words: LibraryWords;
  search: ExerciseSearch;
  onSearch: (search: Record<string, unknown>) => void;
};

/** Search, filters and the list of exercises. Finding happens here, so that it keeps up with typing. */
export function ExerciseLibrary({ exercises, words, search, onSearch }: ExerciseLibraryProps) {
  const find = useSearchText(search.q ?? '', (q) => onSearch({ ...search, q }));
  const text = useDeferredValue(find.typed.trim());
  const collection = search.show ?? 'library';
  const { muscle, pattern, equipment, level } = search;
  const found = useMemo(() => {
    const shown = exercises.filter((exercise) => isIn(collection, exercise));
    return findExercises(shown, text, { muscle, pattern, equipment, level });
  }, [exercises, collection, text, muscle, pattern, equipment, level]);
  const filter = (name: keyof ExerciseFilter, label: string, data: ToolbarFilter['data']): ToolbarFilter => ({
    label,
    data,
    width: 152,
    value: search[name] ?? '',
    onChange: (value) => onSearch({ ...search, [name]: value }),
  });
  return (
    <Stack gap="md">
      <ListToolbar
        search={{ label: 'Search exercises', ...find }}
        tabs={
          <FilterTabs
            label="Which exercises"
            data={collections(words)}
            value={collection}
            onChange={(show) => onSearch({ ...search, show })}
          />
        }
        filters={[
          filter('muscle', 'Muscle', MUSCLE_CHOICES),
          filter('equipment', 'Equipment', EQUIPMENT_CHOICES),
          filter('pattern', 'Pattern', PATTERN_CHOICES),
          filter('level', 'Level', LEVEL_CHOICES),
        ]}
        count={found.length > 0 && countLabel(found.length, 'exercise')}
      />
      {found.length > 0 ? (
        <ExerciseRows
          key={[collection, text, muscle, pattern, equipment, level].join(' ')}
          exercises={found}
          text={text}
          words={words}
        />
      ) : (
        <NothingFound collection={collection} text={text} words={words} />
      )}
    </Stack>
  );
}

type ExerciseRowsProps = Omit<ExerciseRowProps, 'exercise'> & { exercises: readonly Exercise[] };

/** The first exercises found, and more on request. */
function ExerciseRows({ exercises, ...row }: ExerciseRowsProps) {
  const page = usePhone() ? PAGE.phone : PAGE.wide;
  const [shown, setShown] = useState(page);
  return (
    <>
      <Card padding={0} component="ul" className={rows.divided}>
        {exercises.slice(0, shown).map((exercise) => (
          <ExerciseRow key={exercise.id} exercise={exercise} {...row} />
        ))}
      </Card>
      {exercises.length > shown && (
        <Center>
          <Button data-reads variant="default" onClick={() => setShown(shown + page)}>
            Show {Math.min(page, exercises.length - shown)} more
          </Button>
        </Center>
      )}
    </>
  );
}

type NothingFoundProps = { collection: Collection; text: string; words: LibraryWords };

function NothingFound({ collection, text, words }: NothingFoundProps) {
  if (text) {
    return (
      <EmptyState role="status" title={`No exercises found for “${text}”`}>
        Search covers names, muscles, equipment and tags. The filters above apply too.
      </EmptyState>
    );
  }
  if (collection === 'own') {
    return <EmptyState title={words.noOwn.title}>{words.noOwn.text}</EmptyState>;
  }
  if (collection === 'hidden') {
    return <EmptyState title="No hidden exercises">{words.noHidden}</EmptyState>;
  }
  return (
    <EmptyState role="status" title="No exercises match these filters">
      Choose another muscle, pattern, level or equipment.
    </EmptyState>
  );
}

type ExerciseRowProps = { exercise: Exercise; text: string; words: LibraryWords };

/** Memoized, because a keystroke changes the list and not its rows. */
const ExerciseRow = memo(function ExerciseRow({ exercise, text, words }: ExerciseRowProps) {
  const { id, name, primary, secondary, level, builtIn, changed, tags } = exercise;
  const mark = builtIn ? changed && words.edited : words.added;
  return (
    <li>
      <Link
        to="."
        search={(before: Record<string, unknown>) => ({ ...before, open: id })}
        replace
        resetScroll={false}
        className={`${rows.link} ${classes.link}`}
      >
        <div>
          <Group gap="xs" component="span">
            <Highlight component="span" highlight={text} fw={600} className={classes.name}>
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
