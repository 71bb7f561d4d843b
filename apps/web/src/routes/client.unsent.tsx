import { Button, Card, Stack, Text, Title } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { createFileRoute, Link } from '@tanstack/react-router';
import { requireClient } from '../app/guards.ts';
import { openPlacesOf } from '../app/sending/unsent.ts';
import { useSession } from '../app/session.ts';
import { useLeftBehind } from '../app/shells/use-left-behind.ts';
import { UndeliveredCheckInCard } from '../features/checkins/undelivered-check-in.tsx';
import { useUnsentFoodDays } from '../features/foodlogs/foodlogs.unsent.ts';
import { UnsentFoodDayCard } from '../features/foodlogs/unsent-food-day.tsx';
import { UndeliveredHabitDayCard } from '../features/habits/undelivered-habit-day.tsx';
import { UndeliveredMessageCard } from '../features/messages/undelivered-message.tsx';
import { UnsentWorkoutCard } from '../features/workouts/unsent-workout.tsx';
import { useUnsentWorkouts } from '../features/workouts/workouts.unsent.ts';

export const Route = createFileRoute('/client/unsent')({
  beforeLoad: requireClient,
  component: UnsentPage,
});

function UnsentPage() {
  const { session } = useSession();
  // Signing out clears the session shortly before it leaves the page.
  return session && <Unsent session={session} />;
}

function Unsent({ session }: { session: NonNullable<ReturnType<typeof useSession>['session']> }) {
  const { checkIns, messages, habitDays } = useLeftBehind(session);
  const { user } = session;
  const places = openPlacesOf(session);
  const isOpen = new Set(places.map(({ clientId }) => clientId));
  const coachIds = places.map(({ coachId }) => coachId);
  const workouts = useUnsentWorkouts(user.id, coachIds);
  const foodDays = useUnsentFoodDays(user.id, coachIds);
  const count = checkIns.length + messages.length + workouts.length + foodDays.length + habitDays.length;
  return (
    <Stack gap="lg" maw={680} mx="auto">
      <Stack gap={4}>
        <Title order={1}>Not sent</Title>
        {count > 0 && <Text c="dimmed">You wrote this, and it was not sent. It stays here until you discard it.</Text>}
      </Stack>
      {workouts.map((workout) => (
        <UnsentWorkoutCard key={workout.log.id} workout={workout} units={user.unitSystem} />
      ))}
      {foodDays.map((day) => (
        <UnsentFoodDayCard key={day.log.id} day={day} />
      ))}
      {habitDays.map((item) => (
        <UndeliveredHabitDayCard
          key={item.id}
          userId={user.id}
          item={item}
          isOpen={coachIds.includes(item.content.coachId)}
        />
      ))}
      {checkIns.map((checkIn) => (
        <UndeliveredCheckInCard
          key={checkIn.id}
          userId={user.id}
          checkIn={checkIn}
          units={user.unitSystem}
          isBlind={session.client?.numbersOff ?? false}
        />
      ))}
      {messages.map((message) => (
        <UndeliveredMessageCard key={message.id} userId={user.id} item={message} onHold={isOpen.has(message.lane)} />
      ))}
      {count === 0 && (
        <Card padding="xl">
          <Stack align="flex-start" gap="sm">
            <IconCircleCheck size={28} stroke={1.75} aria-hidden />
            <Text>Nothing is waiting. What you write is sent automatically.</Text>
            <Button component={Link} to="/client/dashboard" variant="light" mih={44}>
              Back to your dashboard
            </Button>
          </Stack>
        </Card>
      )}
    </Stack>
  );
}
