import { Avatar, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { COACH_PLAN_FULL } from '@stridewell/contract/billing.rules';
import { isFormerClient } from '@stridewell/contract/clients.rules';
import type { ClientDashboard } from '@stridewell/contract/dashboard';
import { dayInZone, relativeDayLabel } from '@stridewell/contract/time';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { requireClient } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { useSession } from '../app/session.ts';
import { InstallCard } from '../components/install-card.tsx';
import { SectionCard } from '../components/section-card.tsx';
import { PendingCheckIn } from '../features/checkins/check-in-on-its-way.tsx';
import { WeightCard } from '../features/checkins/weight-card.tsx';
import { clientDashboardQuery } from '../features/dashboard/dashboard.queries.ts';
import { Figure } from '../features/dashboard/figure.tsx';
import { WeekStrip } from '../features/dashboard/week-strip.tsx';
import { WeightGoal } from '../features/dashboard/weight-goal.tsx';
import { OnboardingCard } from '../features/onboarding/onboarding-card.tsx';
import { browserTimeZone, timeOfDay, weightChangeLabel, weightLabel } from '../lib/formatters.ts';

export const Route = createFileRoute('/client/dashboard')({
  beforeLoad: requireClient,
  loader: async () => {
    await queryClient.ensureQueryData(clientDashboardQuery());
  },
  component: ClientDashboardPage,
});

const CHECK_IN_TEXT = {
  due: 'Your check-in is due',
  overdue: 'Your check-in is overdue',
  done: 'Your check-in is done',
  upcoming: 'Your next check-in',
  paused: 'Your check-ins are paused',
};

function ClientDashboardPage() {
  const { session } = useSession();
  const { data } = useSuspenseQuery(clientDashboardQuery());
  if (!data) {
    return (
      <Card maw={560} mx="auto" mt="xl" padding="xl">
        <Title order={1}>You have no coach yet</Title>
        <Text mt="sm" c="dimmed">
          Ask your coach for an invitation and open the link in that mail. Everything you do together will be here.
        </Text>
      </Card>
    );
  }
  const former = isFormerClient(session?.client?.status ?? '');
  const units = session?.user.unitSystem ?? 'metric';
  const weights = data.weights;
  const latest = weights.at(-1);
  const startKg = data.startWeightKg ?? weights[0]?.weightKg;
  const change = latest && startKg !== undefined && weightChangeLabel(latest.weightKg - startKg, units);
  return (
    <Stack gap="lg" maw={680} mx="auto">
      <Title order={1}>Hello, {session?.user.fullName.split(' ')[0]}</Title>
      <Card padding="lg">
        {former ? (
          <CoachingEnded coachName={data.coach.fullName} />
        ) : data.readOnly ? (
          <OnHold />
        ) : (
          <PendingCheckIn
            userId={session?.user.id ?? ''}
            place={{ coachId: data.coach.id, clientId: session?.client?.clientId ?? '' }}
          >
            <NextCheckIn dashboard={data} />
          </PendingCheckIn>
        )}
      </Card>
      {session?.client && !former && <OnboardingCard place={session.client} />}
      <WeekStrip week={data.week} today={data.today} session={data.nextSession} />
      <SectionCard
        title="Progress"
        aside={
          <Button component={Link} to="/client/progress" variant="subtle" mih={44} mr={-12}>
            See all progress
          </Button>
        }
      >
        <Group gap={40}>
          <Figure
            label="Check-in streak"
            value={String(data.streak)}
            note={data.streak === 0 && !former ? 'Starts with your next check-in' : 'In a row'}
          />
          {latest && (
            <Figure
              label="Weight"
              value={weightLabel(latest.weightKg, units)}
              note={change ? `${change} since the start` : undefined}
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
      <SectionCard title="Your coach">
        <Group wrap="nowrap" gap="md" mb="sm">
          <Avatar size={48} src={data.coach.photoUrl} alt="">
            {data.coach.initials}
          </Avatar>
          <Stack gap={0}>
            <Text fw={600}>{data.coach.fullName}</Text>
            {data.coach.headline && <Text size="sm">{data.coach.headline}</Text>}
          </Stack>
        </Group>
        <Text c="dimmed">
          {data.nextSession
            ? `Next session: ${relativeDayLabel(dayInZone(new Date(data.nextSession.sessionDate), browserTimeZone()), data.today)}, ${timeOfDay(data.nextSession.sessionDate, browserTimeZone())}`
            : 'No session booked at the moment.'}
        </Text>
        {!former && (
          <Group mt="sm" gap="sm">
            <Button component={Link} to="/client/messages" mih={44}>
              {data.unread > 0
                ? `Read ${data.unread === 1 ? '1 new message' : `${data.unread} new messages`}`
                : 'Message'}
            </Button>
            <Button component={Link} to="/client/book" variant="light" mih={44}>
              Book or change a session
            </Button>
          </Group>
        )}
      </SectionCard>
      <InstallCard />
    </Stack>
  );
}

function OnHold() {
  return (
    <Stack gap={2}>
      <Title order={2}>Check-ins are on hold</Title>
      <Text c="dimmed">{COACH_PLAN_FULL}</Text>
    </Stack>
  );
}

function NextCheckIn({ dashboard: { checkIn, coach, today } }: { dashboard: ClientDashboard }) {
  const { state, nextDay } = checkIn;
  const open = state === 'due' || state === 'overdue';
  return (
    <Group justify="space-between" gap="md">
      <Stack gap={2}>
        <Title order={2}>{CHECK_IN_TEXT[state]}</Title>
        <Text c="dimmed">
          {open
            ? `${coach.fullName} is looking forward to it. It takes two minutes.`
            : nextDay
              ? `The next one is due ${relativeDayLabel(nextDay, today)}.`
              : `Nothing is due until you and ${coach.fullName} go on.`}
        </Text>
      </Stack>
      {open && (
        <Button component={Link} to="/client/check-in" size="md" color="ember.5" c="#10201B">
          Start check-in
        </Button>
      )}
    </Group>
  );
}

function CoachingEnded({ coachName }: { coachName: string }) {
  return (
    <Stack gap={2}>
      <Title order={2}>Your coaching has ended</Title>
      <Text c="dimmed">
        Everything you did with {coachName} stays here for you to read. Ask them if you want to go on.
      </Text>
    </Stack>
  );
}
