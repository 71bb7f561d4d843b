import { createFileRoute } from '@tanstack/react-router';
import { requireCoach } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { exercisesQuery } from '../features/exercises/exercises.queries.ts';
import { type ExerciseSearch, readExerciseSearch } from '../features/exercises/exercises.search.ts';
import { ExercisesPage } from '../features/exercises/exercises-page.tsx';
import { unread } from '../lib/unread-search.ts';
import { PageSkeleton } from '../ui/page-skeleton.tsx';

export const Route = createFileRoute('/coach/$coachId/exercises')({
  validateSearch: unread<ExerciseSearch>,
  beforeLoad: (visit) => requireCoach(visit),
  loader: async ({ params: { coachId } }) => {
    await queryClient.ensureQueryData(exercisesQuery(coachId));
  },
  pendingComponent: () => <PageSkeleton title="Exercises" width={1120} heights={[44, 520]} />,
  component: CoachExercises,
});

function CoachExercises() {
  const { coachId } = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const show = (wanted: Record<string, unknown>) =>
    void navigate({ search: readExerciseSearch(wanted), replace: true, resetScroll: false });
  // Parsed again: the router also passes on unknown parameters.
  return <ExercisesPage coachId={coachId} search={readExerciseSearch({ ...search })} onSearch={show} />;
}
