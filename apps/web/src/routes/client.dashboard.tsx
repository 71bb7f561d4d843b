import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { FIGURES } from '@stridewell/contract/clients/clients.figures.rules';
import { isFormerClient } from '@stridewell/contract/clients/clients.rules';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router';
import { requireClient } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { sessionStore, useSession } from '../app/session.ts';
import { DayNote } from '../features/adjustments/day-note.tsx';
import { PendingCheckIn } from '../features/checkins/pending-check-in.tsx';
import { WeightCard } from '../features/checkins/weight-card.tsx';
import { OwnInvitations } from '../features/clients/own-invitations.tsx';
import { NoCoach } from '../features/coaches/no-coach.tsx';
import { clientDashboardQuery } from '../features/dashboard/dashboard.queries.ts';
import { OwnCoach } from '../features/dashboard/own-coach.tsx';
import { TodayCard } from '../features/dashboard/today-card.tsx';
import { WeekStrip } from '../features/dashboard/week-strip.tsx';
import { WeightGoal } from '../features/dashboard/weight-goal.tsx';
import { ownFoodLogQuery } from '../features/foodlogs/foodlogs.queries.ts';
import { TodayFood } from '../features/foodlogs/today-food.tsx';
import { clientHabitsQuery } from '../features/habits/habits.queries.ts';
import { OwnHabits } from '../features/habits/own-habits.tsx';
import { OnboardingCard } from '../features/onboarding/onboarding-card.tsx';
import { OwnToday, TrainedDays } from '../features/workouts/today-workout.tsx';
import { ownWorkoutsQuery } from '../features/workouts/workouts.queries.ts';
import { weightLabel } from '../lib/format.ts';
import { weightChangeText } from '../shared/figure-text.ts';
import { InstallCard } from '../shared/install-card.tsx';
import { late } from '../ui/late.tsx';
import { PageSkeleton } from '../ui/page-skeleton.tsx';
import { SectionCard } from '../ui/section-card.tsx';
import { StatTile } from '../ui/stat-tile.tsx';

const NextMeal = late(async () => (await import('../app/next-meal.tsx')).NextMeal);
// Most clients have one coach.
const CoachSwitcher = late(async () => (await import('../features/coaches/coach-switcher.tsx')).CoachSwitcher);

export const Route = createFileRoute('/client/dashboard')({
  beforeLoad: requireClient,
  loader: async () => {
    // The page does not wait for the workout, the food log and the habits.
    void queryClient.prefetchQuery(ownWorkoutsQuery());
    void queryClient.prefetchQuery(ownFoodLogQuery());
    const client = sessionStore.getSnapshot().session?.client;
    if (client) void queryClient.prefetchQuery(clientHabitsQuery(client));
    await queryClient.ensureQueryData(clientDashboardQuery());
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

function ClientDashboardPage() {
  const navigate = useNavigate();
  const { session } = useSession();
  const { data } = useSuspenseQuery(clientDashboardQuery());
  if (!session) return null;
  const { user, client } = session;
  const former = isFormerClient(client?.status ?? '');
  const openInvitation = (token: string) => void navigate({ to: '/invitation/$token', params: { token } });
  const invitations = (coachName: string | null) => (
    <OwnInvitations
      emailVerified={user.emailVerified}
      coachName={coachName}
      onAccepted={() => void sessionStore.apply('USER_UPDATED').then(() => navigate({ to: '/client-onboarding' }))}
    />
  );
  const hello = <Title order={1}>{helloTo(user.fullName)}</Title>;
  if (!data) {
    return (
      <Stack gap="lg" maw={560} mx="auto">
        {hello}
        {invitations(null)}
        <NoCoach title="You have no coach yet" onInvitation={openInvitation} />
      </Stack>
    );
  }
  const units = user.unitSystem;
  const { weights, weight } = data;
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
        aroundCheckIn={(checkIn) => (
          <PendingCheckIn userId={user.id} relationship={{ coachId: data.coach.id, clientId: client?.clientId ?? '' }}>
            {checkIn}
          </PendingCheckIn>
        )}
      />
      {client && !former && (
        <OwnToday userId={user.id} coachId={client.coachId} noteOf={(planned) => <DayNote planned={planned} />} />
      )}
      {client && !former && <NextMeal userId={user.id} coachId={client.coachId} numbersOff={client.numbersOff} />}
      {client && !former && <TodayFood userId={user.id} coachId={client.coachId} numbersOff={client.numbersOff} />}
      {client && !former && <OwnHabits userId={user.id} relationship={client} readOnly={data.readOnly} />}
      {invitations(former ? null : data.coach.fullName)}
      {client && !former && <OnboardingCard relationship={client} />}
      {client && !former && (
        <TrainedDays userId={user.id} coachId={client.coachId}>
          {(trainedDays) => (
            <WeekStrip
              week={data.week}
              today={data.today}
              weights={weights}
              nearSessions={data.nearSessions}
              trainedDays={trainedDays}
            />
          )}
        </TrainedDays>
      )}
      <SectionCard
        title="Progress"
        aside={
          <Button component={Link} to="/client/progress" variant="subtle" mih={44} mr={-12}>
            See all progress
          </Button>
        }
      >
        <Group gap={40}>
          <StatTile
            label="Check-in streak"
            value={String(data.streak)}
            note={data.streak === 0 && !former ? 'Starts with your next check-in' : 'In a row'}
          />
          {weight && (
            <StatTile
              label={FIGURES.weight}
              value={weightLabel(weight.weightKg, units)}
              note={weightChangeText(weight, units) ?? undefined}
            />
          )}
        </Group>
        <WeightGoal dashboard={data} units={units} />
        {data.goal && (
          <Text mt="md">
            <Text span c="dimmed">
              Your goal:{' '}
            </Text>
            {data.goal}
          </Text>
        )}
        {!former && !data.readOnly && (
          <Button
            variant="light"
            mih={44}
            mt="md"
            renderRoot={(props) => <Link to="/client/progress" search={{ log: 'weight' }} {...props} />}
          >
            Log weight
          </Button>
        )}
      </SectionCard>
      <WeightCard points={weights} today={data.today} units={units} />
      <OwnCoach dashboard={data} former={former} />
      {former && <NoCoach title="Train with a coach again" onInvitation={openInvitation} />}
      <InstallCard />
    </Stack>
  );
}
