import { Button, Stack } from '@mantine/core';
import { ADDED_PREFIX } from '@stridewell/contract/exercises/exercises.rules';
import { IconPlus } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { newId } from '../../lib/ids.ts';
import { SettingsPageHeader } from '../../shared/settings-page-header.tsx';
import { late } from '../../ui/late.tsx';
import { ExerciseDetails } from './exercise-details.tsx';
import { ExerciseLibrary, type LibraryWords } from './exercise-library.tsx';
import { curatedQuery } from './exercises.queries.ts';
import type { ExerciseSearch } from './exercises.search.ts';

const CuratedActions = late(async () => (await import('./curated-actions.tsx')).CuratedActions);
const CuratedForm = late(async () => (await import('./curated-form.tsx')).CuratedForm);

const WORDS: LibraryWords = {
  own: 'Changed',
  added: 'Added',
  edited: 'Edited',
  noOwn: {
    title: 'No exercises changed or added yet',
    text: 'Correct a built-in exercise, or add one. Every coach sees it right away, except coaches who have edited it.',
  },
  noHidden: 'Hide an exercise that coaches should no longer choose. Programs that have it keep it.',
};

type CuratedPageProps = { search: ExerciseSearch; onSearch: (search: Record<string, unknown>) => void };

/** The exercises that all coaches start with. */
export function CuratedPage({ search, onSearch }: CuratedPageProps) {
  const { data } = useSuspenseQuery(curatedQuery());
  const [editing, setEditing] = useState<string | null>(null);
  const { open, ...list } = search;
  const opened = data.exercises.find(({ id }) => id === open);
  const edited = data.exercises.find(({ id }) => id === editing);
  const close = () => onSearch(list);
  return (
    <Stack gap="lg" maw={1120} mx="auto">
      <SettingsPageHeader
        title="Exercises"
        lead="What every coach starts with. Coaches who edited an exercise keep their version."
        actions={
          <Button leftSection={<IconPlus size={18} />} onClick={() => setEditing(`${ADDED_PREFIX}${newId()}`)}>
            New exercise
          </Button>
        }
      />
      <ExerciseLibrary exercises={data.exercises} words={WORDS} search={search} onSearch={onSearch} />
      {opened && !editing && (
        <ExerciseDetails
          exercise={opened}
          onClose={close}
          actions={<CuratedActions exercise={opened} onEdit={() => setEditing(opened.id)} onClose={close} />}
        />
      )}
      {editing && (
        <CuratedForm exercise={edited ?? { id: editing, name: list.q ?? '' }} onClose={() => setEditing(null)} />
      )}
    </Stack>
  );
}
