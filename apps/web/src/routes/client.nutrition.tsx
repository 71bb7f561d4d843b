import { Button, Stack, Text } from '@mantine/core';
import type { NutritionWay } from '@stridewell/contract/people.rules';
import { IconSalad } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Link, redirect } from '@tanstack/react-router';
import { requireClient } from '../app/guards.ts';
import { usePlannedDay } from '../app/planned-options.ts';
import { queryClient } from '../app/query-client.ts';
import { sessionStore, useSession } from '../app/session.ts';
import { loadFoodLog } from '../features/foodlogs/foodlogs.load.ts';
import { ownFoodLogQuery } from '../features/foodlogs/foodlogs.queries.ts';
import { OwnFoodLog } from '../features/foodlogs/own-food-log.tsx';
import { ownTargetQuery } from '../features/targets/targets.queries.ts';
import { isDay } from '../lib/shape.ts';
import { late } from '../ui/late.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { PageSkeleton } from '../ui/page-skeleton.tsx';

const OwnLettersCard = late(async () => (await import('../features/targets/own-letters-card.tsx')).OwnLettersCard);
const OwnTargetCard = late(async () => (await import('../features/targets/own-target-card.tsx')).OwnTargetCard);
const OwnModeCard = late(async () => (await import('../features/ways/own-mode-card.tsx')).OwnModeCard);
const OwnHabits = late(async () => (await import('../features/habits/own-habits.tsx')).OwnHabits);
const OwnWeek = late(async () => (await import('../app/own-week.tsx')).OwnWeek);

export const Route = createFileRoute('/client/nutrition')({
  /** `day`: the day that is shown; today without it. */
  validateSearch: ({ day }: Record<string, unknown>): { day?: string } => (isDay(day) ? { day } : {}),
  async beforeLoad(visit) {
    const { client } = await requireClient(visit);
    // The dashboard tells clients without a coach what to do.
    if (!client) throw redirect({ to: '/client/dashboard' });
    return { relationship: client };
  },
  loaderDeps: ({ search: { day } }) => ({ day }),
  loader: async ({ context: { relationship }, deps: { day } }) => {
    // The page does not wait for the target.
    void queryClient.prefetchQuery(ownTargetQuery(day));
    const { session } = sessionStore.getSnapshot();
    if (session) await loadFoodLog(queryClient, session.user.id, relationship);
  },
  pendingComponent: () => <PageSkeleton title="Nutrition" width={680} heights={[100, 160, 160, 160]} />,
  component: NutritionPage,
});

/** Ways of working on nutrition in which meals are ticked. */
const PLANNED_WAYS: ReadonlySet<NutritionWay> = new Set(['plan', 'numbers']);

function NutritionPage() {
  const { relationship } = Route.useRouteContext();
  const { day } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { session } = useSession();
  const { data: target } = useQuery(ownTargetQuery(day));
  const { data: log } = useQuery(ownFoodLogQuery());
  const planned = usePlannedDay(day, PLANNED_WAYS.has(relationship.nutritionWay ?? 'plan'));
  if (!session) return null;
  const { coachId, clientId, coachName, nutritionWay, numbersOff } = relationship;
  const userId = session.user.id;
  return (
    <Stack gap="lg" maw={680} mx="auto">
      <Stack gap={4}>
        <PageHeader
          title="Nutrition"
          actions={
            <Button
              component={Link}
              to="/client/nutrition/plan"
              variant="default"
              leftSection={<IconSalad size={18} stroke={1.75} />}
            >
              Meal plan
            </Button>
          }
        />
        <Text c="dimmed" visibleFrom="sm">
          Your meals and drinks, day by day. Without a connection they are kept here and sent later.
        </Text>
      </Stack>
      <OwnLettersCard coachName={coachName} />
      {day === undefined && nutritionWay === 'habits' && (
        <OwnHabits userId={userId} relationship={relationship} readOnly={log?.readOnly ?? true} />
      )}
      <OwnFoodLog
        userId={userId}
        coachId={coachId}
        clientId={clientId}
        units={session.user.unitSystem}
        numbersOff={numbersOff}
        photosFirst={nutritionWay === 'photos'}
        target={target?.target?.numbers ?? null}
        planned={planned}
        day={day}
        onDay={(chosen) => void navigate({ search: { day: chosen }, replace: true })}
      />
      {!numbersOff && <OwnWeek userId={userId} coachId={coachId} day={day} />}
      {target?.target?.numbers && <OwnTargetCard day={day} />}
      <OwnModeCard coachName={coachName} />
    </Stack>
  );
}
