import { Alert, Button, Card, Stack, Text, Title } from '@mantine/core';
import { COACH_PLAN_FULL } from '@stridewell/contract/billing.rules';
import { isFormerClient } from '@stridewell/contract/clients.rules';
import { relativeDayLabel } from '@stridewell/contract/time';
import { IconCircleCheck } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link, redirect, useNavigate } from '@tanstack/react-router';
import { requireClient } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { useSession } from '../app/session.ts';
import { checkInFormQuery, ownCheckInsQuery } from '../features/checkins/checkins.queries.ts';
import { HeldCheckIn } from '../features/checkins/held-check-in.tsx';
import { OwnCheckIn } from '../features/checkins/own-check-in.tsx';
import { OwnHistory } from '../features/checkins/own-history.tsx';
import { toast } from '../lib/toasts.ts';

export const Route = createFileRoute('/client/check-in')({
  async beforeLoad(place) {
    const session = await requireClient(place);
    // The dashboard says what to do for a client without a coach, and for a former one.
    if (!session.client || isFormerClient(session.client.status)) throw redirect({ to: '/client/dashboard' });
  },
  loader: async () => {
    await Promise.all([
      queryClient.ensureQueryData(checkInFormQuery()),
      queryClient.ensureQueryData(ownCheckInsQuery()),
    ]);
  },
  component: CheckInPage,
});

function CheckInPage() {
  const navigate = useNavigate();
  const { session } = useSession();
  const { data } = useSuspenseQuery(checkInFormQuery());
  const { data: history } = useSuspenseQuery(ownCheckInsQuery());
  const units = session?.user.unitSystem ?? 'metric';
  const { state, nextDay } = data.status;
  if (data.readOnly) {
    return (
      <Card maw={560} mx="auto" padding="xl">
        <Stack align="flex-start" gap="sm">
          <Title order={1}>Check-ins are on hold</Title>
          <Text>{COACH_PLAN_FULL}</Text>
          {session?.client && (
            <HeldCheckIn
              userId={session.user.id}
              place={session.client}
              form={data.form}
              saved={data.draft}
              units={units}
            />
          )}
          <Button component={Link} to="/client/dashboard" variant="light" mt="sm">
            Back to your dashboard
          </Button>
        </Stack>
      </Card>
    );
  }
  return (
    <Stack gap="lg" maw={560} mx="auto">
      <Stack gap={4}>
        <Title order={1}>Check-in</Title>
        <Text c="dimmed">{data.coachName} reads every word.</Text>
      </Stack>
      {state === 'done' && (
        <Alert icon={<IconCircleCheck size={18} />}>
          Your check-in is sent.{nextDay && ` The next one is due ${relativeDayLabel(nextDay, data.today)}.`} You can
          send another any time.
        </Alert>
      )}
      {session?.client && (
        <OwnCheckIn
          userId={session.user.id}
          place={session.client}
          coachName={data.coachName}
          form={data.form}
          saved={data.draft}
          units={units}
          onSent={() => {
            toast.success('Check-in sent', `${data.coachName} has been notified.`);
            void navigate({ to: '/client/dashboard' });
          }}
        />
      )}
      <OwnHistory {...history} units={units} coachName={data.coachName} />
    </Stack>
  );
}
