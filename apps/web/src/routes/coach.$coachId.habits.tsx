import { Stack } from '@mantine/core';
import { createFileRoute } from '@tanstack/react-router';
import { requireCoach } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { HabitList } from '../features/habits/habit-list.tsx';
import { orpc } from '../lib/rpc.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { PageSkeleton } from '../ui/page-skeleton.tsx';

export const Route = createFileRoute('/coach/$coachId/habits')({
  beforeLoad: (visit) => requireCoach(visit),
  loader: async ({ params: { coachId } }) => {
    await queryClient.ensureQueryData(orpc.habits.listHabits.queryOptions({ input: { coachId } }));
  },
  pendingComponent: () => <PageSkeleton title="Habits" width={960} heights={[320]} />,
  component: HabitsPage,
});

function HabitsPage() {
  const { coachId } = Route.useParams();
  return (
    <Stack gap="lg" maw={960} mx="auto">
      <PageHeader title="Habits" lead="Clients tick them each day. You assign them on a client’s Nutrition tab." />
      <HabitList coachId={coachId} />
    </Stack>
  );
}
