import { Group, Stack, Text, Title } from '@mantine/core';
import { isFormerClient } from '@stridewell/contract/clients/clients.rules';
import type { ClientDashboard } from '@stridewell/contract/dashboard/dashboard';
import type { CurrentSession } from '@stridewell/contract/identity/identity';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { type ReactNode, useDeferredValue } from 'react';
import { requireClient } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { sessionStore, useSession } from '../app/session.ts';
import { type UnsentKind, waits } from '../device/keys.ts';
import { senders } from '../device/senders.ts';
import { DayNote } from '../features/adjustments/day-note.tsx';
import { clientDashboardQuery } from '../features/dashboard/dashboard.queries.ts';
import { TodayCard } from '../features/dashboard/today-card.tsx';
import { WeekStrip } from '../features/dashboard/week-strip.tsx';
import { loadFoodLog } from '../features/foodlogs/foodlogs.load.ts';
import { ownFoodLogQuery } from '../features/foodlogs/foodlogs.queries.ts';
import { TodayFood } from '../features/foodlogs/today-food.tsx';
import { clientHabitsQuery } from '../features/habits/habits.queries.ts';
import { OwnHabits } from '../features/habits/own-habits.tsx';
import { ownMealPlanQuery } from '../features/meals/meals.queries.ts';
import { OwnToday, TrainedDays } from '../features/workouts/today-workout.tsx';
import { ownWorkoutsQuery } from '../features/workouts/workouts.queries.ts';
import { atMost } from '../lib/at-most.ts';
import { useStoreLater } from '../lib/store.ts';
import { late, lateBelow } from '../ui/late.tsx';
import { PageSkeleton } from '../ui/page-skeleton.tsx';

const NextMeal = late(async () => (await import('../app/next-meal.tsx')).NextMeal);
// Most clients have one coach.
const CoachSwitcher = late(async () => (await import('../features/coaches/coach-switcher.tsx')).CoachSwitcher);
const ClientWithoutCoach = late(async () => (await import('../app/client-without-coach.tsx')).ClientWithoutCoach);
const Below = lateBelow(async () => (await import('../app/client-dashboard-below.tsx')).ClientDashboardBelow, 900);

/** How long the page waits for the tasks of today, so that it is drawn once. */
const TASKS_MS = 300;

type WaitingProps = { userId: string; relationship: { coachId: string; clientId: string }; children: ReactNode };

/** Replaces the check-in of today while a submitted one waits on this device. */
const WaitingCheckIn = late<WaitingProps>(
  async () => (await import('../features/checkins/pending-check-in.tsx')).PendingCheckIn,
  ({ children }) => children,
);

export const Route = createFileRoute('/client/dashboard')({
  beforeLoad: requireClient,
  loader: async () => {
    const { session } = sessionStore.getSnapshot();
    const tasks = session?.client
      ? [
          queryClient.prefetchQuery(ownWorkoutsQuery()),
          // A failure is shown by the card, which asks again.
          loadFoodLog(queryClient, session.user.id, session.client).catch(() => undefined),
          queryClient.prefetchQuery(ownMealPlanQuery(undefined)),
          queryClient.prefetchQuery(clientHabitsQuery(session.client)),
        ]
      : [];
    // Otherwise the check-in would be due for a moment.
    if (session && waits(session.user.id, 'check-ins')) await WaitingCheckIn.prepare();
    // It is drawn with the other tasks then. A failed load is tried again when it is drawn.
    const nextMeal = NextMeal.prepare().catch(() => undefined);
    await queryClient.ensureQueryData(clientDashboardQuery());
    await nextMeal;
    await atMost(TASKS_MS, Promise.all(tasks));
  },
  pendingComponent: DashboardSkeleton,
  component: ClientDashboardPage,
});

const helloTo = (fullName: string) => `Hello, ${fullName.split(' ')[0]}`;

function DashboardSkeleton() {
  const { session } = useSession();
  return (
    <PageSkeleton
      width={680}
      heights={[132, 160, 320, 260]}
      {...(session && { title: helloTo(session.user.fullName) })}
    />
  );
}

type Relationship = NonNullable<CurrentSession['client']>;

/** Waits for the tasks of today: before they are there, what is below them would be in sight. */
function AfterTasks({ client, children }: { client: Relationship; children: ReactNode }) {
  const workouts = useQuery(ownWorkoutsQuery());
  const food = useQuery(ownFoodLogQuery());
  const meals = useQuery(ownMealPlanQuery(undefined));
  const habits = useQuery(clientHabitsQuery(client));
  const isWaiting = [workouts, food, meals, habits].some(({ isLoading }) => isLoading);
  // In short steps, because drawing it at once keeps a phone busy.
  return useDeferredValue(!isWaiting) ? children : null;
}

type WeekProps = { userId: string; client: Relationship; dashboard: ClientDashboard };

function ClientWeek({ userId, client, dashboard }: WeekProps) {
  const { week, today, weights, nearSessions, readOnly } = dashboard;
  return (
    <>
      <OwnHabits userId={userId} relationship={client} readOnly={readOnly} />
      <TrainedDays userId={userId} coachId={client.coachId}>
        {(trainedDays) => (
          <WeekStrip
            week={week}
            today={today}
            weights={weights}
            nearSessions={nearSessions}
            trainedDays={trainedDays}
          />
        )}
      </TrainedDays>
    </>
  );
}

const hasCheckIns = (kinds: ReadonlySet<UnsentKind>) => kinds.has('check-ins');

function ClientDashboardPage() {
  const { session } = useSession();
  const { data } = useSuspenseQuery(clientDashboardQuery());
  const mayWait = useStoreLater(senders, hasCheckIns);
  if (!session) return null;
  const { user, client } = session;
  const former = isFormerClient(client?.status ?? '');
  const hello = <Title order={1}>{helloTo(user.fullName)}</Title>;
  if (!data) {
    return (
      <Stack gap="lg" maw={560} mx="auto">
        {hello}
        <ClientWithoutCoach emailVerified={user.emailVerified} />
      </Stack>
    );
  }
  const below = <Below session={session} dashboard={data} former={former} />;
  return (
    <Stack gap="lg" maw={680} mx="auto">
      <Stack gap={4}>
        <Group justify="space-between" gap="sm">
          {hello}
          {session.coachings.length > 1 && (
            <CoachSwitcher coachings={session.coachings} onChosen={() => sessionStore.apply('USER_UPDATED')} />
          )}
        </Group>
        <Text c="dimmed">Your day, your week and your progress, and everything that you and your coach planned.</Text>
      </Stack>
      <TodayCard
        dashboard={data}
        former={former}
        aroundCheckIn={(checkIn) =>
          mayWait || waits(user.id, 'check-ins') ? (
            <WaitingCheckIn
              userId={user.id}
              relationship={{ coachId: data.coach.id, clientId: client?.clientId ?? '' }}
            >
              {checkIn}
            </WaitingCheckIn>
          ) : (
            checkIn
          )
        }
      />
      {client && !former ? (
        <>
          <OwnToday userId={user.id} coachId={client.coachId} noteOf={(planned) => <DayNote planned={planned} />} />
          <NextMeal userId={user.id} coachId={client.coachId} numbersOff={client.numbersOff} />
          <TodayFood userId={user.id} coachId={client.coachId} numbersOff={client.numbersOff} />
          <AfterTasks client={client}>
            <ClientWeek userId={user.id} client={client} dashboard={data} />
            {below}
          </AfterTasks>
        </>
      ) : (
        below
      )}
    </Stack>
  );
}
