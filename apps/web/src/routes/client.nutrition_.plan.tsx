import { Anchor, Stack } from '@mantine/core';
import { createFileRoute, Link, redirect } from '@tanstack/react-router';
import { requireClient } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { ownMealPlanQuery } from '../features/meals/meals.queries.ts';
import { OwnMealPlan } from '../features/meals/own-meal-plan.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { PageSkeleton } from '../ui/page-skeleton.tsx';

export const Route = createFileRoute('/client/nutrition_/plan')({
  async beforeLoad(visit) {
    const { client } = await requireClient(visit);
    // The dashboard tells clients without a coach what to do.
    if (!client) throw redirect({ to: '/client/dashboard' });
  },
  loader: async () => {
    await queryClient.ensureQueryData(ownMealPlanQuery(undefined));
  },
  pendingComponent: () => <PageSkeleton title="Meal plan" width={680} heights={[200, 240, 240]} />,
  component: () => (
    <Stack gap="lg" maw={680} mx="auto">
      <Stack gap={4}>
        <Anchor component={Link} to="/client/nutrition" size="sm">
          Nutrition
        </Anchor>
        <PageHeader title="Meal plan" />
      </Stack>
      <OwnMealPlan />
    </Stack>
  ),
});
