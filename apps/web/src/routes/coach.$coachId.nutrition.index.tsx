import { Button, Group, Stack } from '@mantine/core';
import { IconApple, IconChecklist, IconPlus } from '@tabler/icons-react';
import { createFileRoute, Link } from '@tanstack/react-router';
import { requireCoach } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { useSession } from '../app/session.ts';
import { MealPlanList } from '../features/meals/meal-plan-list.tsx';
import { mealPlansQuery } from '../features/meals/meals.queries.ts';
import { late } from '../ui/late.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { PageSkeleton } from '../ui/page-skeleton.tsx';

const NewPlanDialog = late(async () => (await import('../features/meals/new-plan-dialog.tsx')).NewPlanDialog);

export const Route = createFileRoute('/coach/$coachId/nutrition/')({
  validateSearch: (search: Record<string, unknown>): { new?: true } => (search.new === true ? { new: true } : {}),
  beforeLoad: (visit) => requireCoach(visit),
  loader: async ({ params: { coachId } }) => {
    await queryClient.ensureQueryData(mealPlansQuery(coachId));
  },
  pendingComponent: () => <PageSkeleton title="Nutrition" width={960} heights={[320]} />,
  component: NutritionPage,
});

function NutritionPage() {
  const { coachId } = Route.useParams();
  const { session } = useSession();
  const { new: creating = false } = Route.useSearch();
  const navigate = Route.useNavigate();
  const setCreating = (shown: boolean) => void navigate({ search: shown ? { new: true } : {}, replace: true });
  return (
    <Stack gap="lg" maw={960} mx="auto">
      <PageHeader
        title="Nutrition"
        lead="Build a plan once and assign it to any client."
        actions={
          <Group gap="sm">
            <Button
              component={Link}
              to={`/coach/${coachId}/habits`}
              variant="default"
              leftSection={<IconChecklist size={18} stroke={1.75} />}
            >
              Habits
            </Button>
            <Button
              component={Link}
              to={`/coach/${coachId}/foods`}
              variant="default"
              leftSection={<IconApple size={18} stroke={1.75} />}
            >
              Foods
            </Button>
            <Button leftSection={<IconPlus size={18} />} onClick={() => setCreating(true)}>
              New meal plan
            </Button>
          </Group>
        }
      />
      {session?.coach?.prescribesNutrition === false && (
        <Notice>
          Your scope of practice leaves out meal plans, so they cannot be assigned. You can change it in your settings.
        </Notice>
      )}
      <MealPlanList coachId={coachId} />
      {creating && <NewPlanDialog coachId={coachId} onClose={() => setCreating(false)} />}
    </Stack>
  );
}
