import { Button, Group, Stack } from '@mantine/core';
import { IconFileImport, IconPlus } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { requireCoach } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { ExerciseActions } from '../features/exercises/exercise-actions.tsx';
import { ExerciseDetails } from '../features/exercises/exercise-details.tsx';
import { ExerciseForm } from '../features/exercises/exercise-form.tsx';
import { COACH_WORDS, ExerciseLibrary } from '../features/exercises/exercise-library.tsx';
import { exercisesQuery } from '../features/exercises/exercises.queries.ts';
import { readExerciseSearch } from '../features/exercises/exercises.search.ts';
import { newId } from '../lib/ids.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { PageSkeleton } from '../ui/page-skeleton.tsx';

const ExerciseImport = lazy(() => import('../features/exercises/exercise-import.tsx'));

export const Route = createFileRoute('/coach/$coachId/exercises')({
  validateSearch: readExerciseSearch,
  beforeLoad: (visit) => requireCoach(visit),
  loader: async ({ params: { coachId } }) => {
    await queryClient.ensureQueryData(exercisesQuery(coachId));
  },
  pendingComponent: () => <PageSkeleton title="Exercises" width={1120} heights={[44, 520]} />,
  component: ExercisesPage,
});

function ExercisesPage() {
  const { coachId } = Route.useParams();
  // Parsed again: the router also passes on unknown parameters.
  const search = readExerciseSearch({ ...Route.useSearch() });
  const navigate = Route.useNavigate();
  const { data } = useSuspenseQuery(exercisesQuery(coachId));
  const [editing, setEditing] = useState<string | null>(null);
  const [importing, setImporting] = useState(false);
  const show = (wanted: Record<string, unknown>) =>
    void navigate({ search: readExerciseSearch(wanted), replace: true, resetScroll: false });
  const { open, ...list } = search;
  const opened = data.exercises.find(({ id }) => id === open);
  const edited = data.exercises.find(({ id }) => id === editing);
  const tags = [...new Set(data.exercises.flatMap((exercise) => exercise.tags))].sort();
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
      <ExerciseLibrary exercises={data.exercises} words={COACH_WORDS} search={search} onSearch={show} />
      {opened && !editing && (
        <ExerciseDetails
          exercise={opened}
          onClose={() => show(list)}
          actions={
            <ExerciseActions
              coachId={coachId}
              exercise={opened}
              onEdit={() => setEditing(opened.id)}
              onClose={() => show(list)}
            />
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
