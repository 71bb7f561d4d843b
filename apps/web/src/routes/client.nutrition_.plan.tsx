import { Anchor, Stack } from '@mantine/core';
import { isFormerClient } from '@stridewell/contract/clients/clients.rules';
import { nameOfPlanned } from '@stridewell/contract/meals/meals.naming.rules';
import { createFileRoute, Link, redirect } from '@tanstack/react-router';
import { requireClient } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { useSession } from '../app/session.ts';
import { PlannedTick } from '../features/foodlogs/planned-tick.tsx';
import { ownMealPlanQuery } from '../features/meals/meals.queries.ts';
import { OwnMealPlan } from '../features/meals/own-meal-plan.tsx';
import { late } from '../ui/late.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { PageSkeleton } from '../ui/page-skeleton.tsx';

const ModelConsentQuestion = late(
  async () => (await import('../features/planner/model-consent-card.tsx')).ModelConsentQuestion,
);

export const Route = createFileRoute('/client/nutrition_/plan')({
  async beforeLoad(visit) {
    const { client } = await requireClient(visit);
    // The dashboard tells clients without a coach what to do.
    if (!client) throw redirect({ to: '/client/dashboard' });
    return { relationship: client };
  },
  loader: async () => {
    await queryClient.ensureQueryData(ownMealPlanQuery(undefined));
  },
  pendingComponent: () => <PageSkeleton title="Meal plan" width={680} heights={[200, 240, 240]} />,
  component: PlanPage,
});

function PlanPage() {
  const { relationship } = Route.useRouteContext();
  const { session } = useSession();
  if (!session) return null;
  const { coachId, coachName, numbersOff, status } = relationship;
  return (
    <Stack gap="lg" maw={680} mx="auto">
      <Stack gap={4}>
        <Anchor component={Link} to="/client/nutrition" size="sm" py={12} my={-12} style={{ alignSelf: 'flex-start' }}>
          Nutrition
        </Anchor>
        <PageHeader title="Meal plan" />
      </Stack>
      <OwnMealPlan
        tickOf={({ planId, date, meal, option }) => (
          <PlannedTick
            userId={session.user.id}
            coachId={coachId}
            numbersOff={numbersOff}
            day={date}
            planned={{
              planId,
              key: `${meal.key}.${option.key}`,
              meal: meal.name,
              name: nameOfPlanned(option),
              nutrients: option.totals,
            }}
          />
        )}
      />
      {!isFormerClient(status) && <ModelConsentQuestion coachName={coachName} />}
    </Stack>
  );
}
