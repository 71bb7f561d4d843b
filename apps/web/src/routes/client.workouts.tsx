import { Stack } from '@mantine/core';
import { createFileRoute, redirect } from '@tanstack/react-router';
import { requireClient } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { useSession } from '../app/session.ts';
import { PageHeader } from '../components/page-header.tsx';
import { PageSkeleton } from '../components/page-skeleton.tsx';
import { OwnProgram } from '../features/programs/own-program.tsx';
import { ownProgramQuery } from '../features/programs/programs.queries.ts';

export const Route = createFileRoute('/client/workouts')({
  async beforeLoad(visit) {
    const { client } = await requireClient(visit);
    // The dashboard tells clients without a coach what to do.
    if (!client) throw redirect({ to: '/client/dashboard' });
  },
  loader: async () => {
    await queryClient.ensureQueryData(ownProgramQuery());
  },
  pendingComponent: () => <PageSkeleton title="Workouts" width={680} heights={[60, 240, 240]} />,
  component: WorkoutsPage,
});

function WorkoutsPage() {
  const { session } = useSession();
  return (
    <Stack gap="lg" maw={680} mx="auto">
      <PageHeader title="Workouts" />
      <OwnProgram units={session?.user.unitSystem ?? 'metric'} />
    </Stack>
  );
}
