import { Button, Group, Stack } from '@mantine/core';
import { IconFileImport, IconPlus } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { newId } from '../../lib/ids.ts';
import { late } from '../../ui/late.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ExerciseActions } from './exercise-actions.tsx';
import { ExerciseDetails } from './exercise-details.tsx';
import { COACH_WORDS, ExerciseLibrary } from './exercise-library.tsx';
import { exercisesQuery } from './exercises.queries.ts';
import type { ExerciseSearch } from './exercises.search.ts';

const ExerciseForm = late(async () => (await import('./exercise-form.tsx')).ExerciseForm);

const ExerciseImport = lazy(() => import('./exercise-import.tsx'));

type ExercisesPageProps = {
  coachId: string;
  search: ExerciseSearch;
  onSearch: (search: Record<string, unknown>) => void;
};

/** The exercises of a coach: the built-in ones, edited ones and their own. */
export function ExercisesPage({ coachId, search, onSearch }: ExercisesPageProps) {
  const { data } = useSuspenseQuery(exercisesQuery(coachId));
  const [editing, setEditing] = useState<string | null>(null);
  const [importing, setImporting] = useState(false);
  const { open, ...list } = search;
  const opened = data.exercises.find(({ id }) => id === open);
  const edited = data.exercises.find(({ id }) => id === editing);
  const tags = [...new Set(data.exercises.flatMap((exercise) => exercise.tags))].sort();
  const close = () => onSearch(list);
  return (
    <Stack gap="lg" maw={1120} mx="auto">
      <PageHeader
        title="Exercises"
        lead="Add your own, edit any of them, and hide what you never use."
        actions={
          <Group gap="sm">
            <Button
              variant="default"
              leftSection={<IconFileImport size={18} stroke={1.75} />}
              onClick={() => setImporting(true)}
            >
              Import
            </Button>
            <Button leftSection={<IconPlus size={18} />} onClick={() => setEditing(newId())}>
              New exercise
            </Button>
          </Group>
        }
      />
      <ExerciseLibrary exercises={data.exercises} words={COACH_WORDS} search={search} onSearch={onSearch} />
      {opened && !editing && (
        <ExerciseDetails
          exercise={opened}
          onClose={close}
          actions={
            <ExerciseActions coachId={coachId} exercise={opened} onEdit={() => setEditing(opened.id)} onClose={close} />
          }
        />
      )}
      {importing && (
        <Suspense fallback={null}>
          <ExerciseImport coachId={coachId} library={data.exercises} onClose={() => setImporting(false)} />
        </Suspense>
      )}
      {editing && (
        <ExerciseForm
          coachId={coachId}
          exercise={edited ?? { id: editing, name: list.q ?? '' }}
          knownTags={tags}
          onDone={() => setEditing(null)}
          onClose={() => setEditing(null)}
        />
      )}
    </Stack>
  );
}
