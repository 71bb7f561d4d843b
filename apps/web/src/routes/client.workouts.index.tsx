import { Stack } from '@mantine/core';
import { createFileRoute, redirect } from '@tanstack/react-router';
import { requireClient } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { sessionStore, useSession } from '../app/session.ts';
import { DayNote } from '../features/adjustments/day-note.tsx';
import { OwnWorkouts } from '../features/workouts/own-workouts.tsx';
import { ownWorkoutsQuery } from '../features/workouts/workouts.queries.ts';
import { workoutStore } from '../features/workouts/workouts.store.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { PageSkeleton } from '../ui/page-skeleton.tsx';

export const Route = createFileRoute('/client/workouts/')({
  async beforeLoad(visit) {
    const { client } = await requireClient(visit);
    // The dashboard tells clients without a coach what to do.
    if (!client) throw redirect({ to: '/client/dashboard' });
    return { relationship: client };
  },
  loader: async ({ context: { relationship } }) => {
    const { logs } = await queryClient.ensureQueryData(ownWorkoutsQuery());
    const { session } = sessionStore.getSnapshot();
    // Drawn once, with what is on the device.
    if (session) workoutStore(session.user.id, relationship.coachId).absorb(logs);
  },
  pendingComponent: () => <PageSkeleton title="Workouts" width={680} heights={[200, 240, 240]} />,
  component: WorkoutsPage,
});

function WorkoutsPage() {
  const { relationship } = Route.useRouteContext();
  const { session } = useSession();
  if (!session) return null;
  return (
    <Stack gap="lg" maw={680} mx="auto">
      <PageHeader title="Workouts" lead="Your program for this week, and every workout you have done so far." />
      <OwnWorkouts
        userId={session.user.id}
        coachId={relationship.coachId}
        units={session.user.unitSystem}
        noteOf={(planned) => <DayNote planned={planned} />}
      />
    </Stack>
  );
}
