import { Anchor, Button, Stack } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { requireCoach } from '../app/guards.ts';
import { loadOrNotFound } from '../app/loaders.ts';
import { queryClient } from '../app/query-client.ts';
import { useSession } from '../app/session.ts';
import { MealPlanBuilder } from '../features/meals/meal-plan-builder.tsx';
import { useCopyMealPlan } from '../features/meals/meal-plan-list.tsx';
import { mealPlanSchema } from '../features/meals/meals.editor.ts';
import { mealPlanQuery } from '../features/meals/meals.queries.ts';
import { PlanOutline } from '../features/meals/plan-outline.tsx';
import { late } from '../ui/late.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { PageSkeleton } from '../ui/page-skeleton.tsx';

const MealProvenance = late(async () => (await import('../features/planner/meal-provenance.tsx')).MealProvenance);

/** A wrong address is refused, and one of a plan that is gone or another coach's is not found. */
const MISSING = ['NOT_FOUND', 'BAD_REQUEST'];

export const Route = createFileRoute('/coach/$coachId/nutrition/$planId')({
  beforeLoad: (visit) => requireCoach(visit),
  loader: async ({ params: { coachId, planId } }) => {
    await Promise.all([
      loadOrNotFound(queryClient.ensureQueryData(mealPlanQuery(coachId, planId)), MISSING),
      mealPlanSchema.prepareFor(planId),
    ]);
  },
  pendingComponent: () => <PageSkeleton title="Meal plan" width={1280} heights={[44, 520]} />,
  component: MealPlanPage,
});

function MealPlanPage() {
  const { coachId, planId } = Route.useParams();
  const { session } = useSession();
  const { data: stored } = useSuspenseQuery(mealPlanQuery(coachId, planId));
  const copy = useCopyMealPlan(coachId);
  const units = session?.user.unitSystem ?? 'metric';
  if (!stored.builtIn) {
    const origin = <MealProvenance coachId={coachId} planId={planId} />;
    return <MealPlanBuilder key={planId} coachId={coachId} stored={stored} units={units} origin={origin} />;
  }
  const { name, notes } = stored.plan;
  return (
    <Stack gap="lg" maw={960} mx="auto">
      <Stack gap={4}>
        <Anchor component={Link} to={`/coach/${coachId}/nutrition`} size="sm">
          Nutrition
        </Anchor>
        <PageHeader
          title={name}
          lead={notes}
          actions={
            <Button leftSection={<IconCopy size={18} />} onClick={() => void copy({ id: planId, name, builtIn: true })}>
              Make a copy
            </Button>
          }
        />
      </Stack>
      <PlanOutline stored={stored} units={units} />
    </Stack>
  );
}
