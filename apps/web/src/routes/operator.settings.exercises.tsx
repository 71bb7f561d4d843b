import { createFileRoute } from '@tanstack/react-router';
import { requireOperator } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { CuratedPage } from '../features/exercises/curated-page.tsx';
import { curatedQuery } from '../features/exercises/exercises.queries.ts';
import { type ExerciseSearch, readExerciseSearch } from '../features/exercises/exercises.search.ts';
import { unread } from '../lib/unread-search.ts';
import { PageSkeleton } from '../ui/page-skeleton.tsx';

export const Route = createFileRoute('/operator/settings/exercises')({
  validateSearch: unread<ExerciseSearch>,
  beforeLoad: requireOperator,
  loader: async () => {
    await queryClient.ensureQueryData(curatedQuery());
  },
  pendingComponent: () => <PageSkeleton title="Exercises" width={1120} heights={[44, 520]} />,
  component: CuratedExercises,
});

function CuratedExercises() {
  // Parsed again: the router also passes on unknown parameters.
  const search = readExerciseSearch({ ...Route.useSearch() });
  const navigate = Route.useNavigate();
  return (
    <CuratedPage
      search={search}
      onSearch={(wanted) => void navigate({ search: readExerciseSearch(wanted), replace: true, resetScroll: false })}
    />
  );
}
