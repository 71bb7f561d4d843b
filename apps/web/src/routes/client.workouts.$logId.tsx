import { createFileRoute, notFound, redirect } from '@tanstack/react-router';
import { requireClient } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { useSession } from '../app/session.ts';
import { DayNote } from '../features/adjustments/day-note.tsx';
import { OwnWorkout } from '../features/workouts/own-workout.tsx';
import { ownWorkoutsQuery } from '../features/workouts/workouts.queries.ts';
import { isWorkoutLogId } from '../features/workouts/workouts.stored.ts';
import { PageSkeleton } from '../ui/page-skeleton.tsx';

export const Route = createFileRoute('/client/workouts/$logId')({
  /** `from`: where the workout was opened and is left to; the list of workouts without it. */
  validateSearch: ({ from }: Record<string, unknown>): { from?: 'today' | undefined } =>
    from === 'today' ? { from } : {},
  async beforeLoad(visit) {
    const { client } = await requireClient(visit);
    if (!client) throw redirect({ to: '/client/dashboard' });
    return { relationship: client };
  },
  loader: async ({ params: { logId } }) => {
    if (!isWorkoutLogId(logId)) throw notFound();
    await queryClient.ensureQueryData(ownWorkoutsQuery());
  },
  pendingComponent: () => <PageSkeleton title="Workout" width={680} heights={[240, 240]} />,
  component: WorkoutPage,
});

function WorkoutPage() {
  const { logId } = Route.useParams();
  const { from } = Route.useSearch();
  const { relationship } = Route.useRouteContext();
  const { session } = useSession();
  const navigate = Route.useNavigate();
  if (!session) return null;
  const back =
    from === 'today'
      ? ({ to: '/client/dashboard', label: 'Today' } as const)
      : ({ to: '/client/workouts', label: 'Workouts' } as const);
  return (
    <OwnWorkout
      userId={session.user.id}
      coachId={relationship.coachId}
      logId={logId}
      units={session.user.unitSystem}
      back={back}
      noteOf={(planned) => <DayNote planned={planned} />}
      onLeave={() => void navigate({ to: back.to })}
    />
  );
}
