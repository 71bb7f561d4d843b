import { Anchor, Badge, Group, Stack, Text } from '@mantine/core';
import type { MealPlanSummary } from '@stridewell/contract/meals/meals';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Muted } from '../../ui/muted.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { clientMealPlansQuery } from './meals.queries.ts';
import { mealPlanDates } from './meals.wording.ts';

type ClientMealPlansProps = { coachId: string; clientId: string; firstName: string; today: string };

/** The meal plans of a client, the latest first, with those that have a food the client may not be able to eat. */
export function ClientMealPlans({ coachId, clientId, firstName, today }: ClientMealPlansProps) {
  return (
    <SectionCard title="Meal plans">
      <QueryBoundary
        query={useQuery(clientMealPlansQuery(coachId, clientId))}
        failed="The meal plans could not be loaded"
        skeleton={80}
        isEmpty={({ plans }) => plans.length === 0}
        empty={
          <Muted>
            No meal plan yet. Assign one to {firstName} under{' '}
            <Anchor component={Link} to={`/coach/${coachId}/nutrition`} inherit>
              Nutrition
            </Anchor>
            .
          </Muted>
        }
      >
        {({ plans }) => (
          <Stack gap="sm">
            {plans.map((plan) => (
              <PlanLine key={plan.id} coachId={coachId} plan={plan} today={today} />
            ))}
          </Stack>
        )}
      </QueryBoundary>
    </SectionCard>
  );
}

function PlanLine({ coachId, plan, today }: { coachId: string; plan: MealPlanSummary; today: string }) {
  const { id, name, owner, flagged } = plan;
  return (
    <Group justify="space-between" gap="sm">
      <Stack gap={0} miw={0}>
        <Anchor component={Link} to={`/coach/${coachId}/nutrition/${id}`} fw={600} c="inherit">
          {name}
        </Anchor>
        {owner && <Muted>{mealPlanDates(owner, today)}</Muted>}
      </Stack>
      {flagged && (
        <Badge color="yellow">
          <Text span inherit>
            Check allergies
          </Text>
        </Badge>
      )}
    </Group>
  );
}
