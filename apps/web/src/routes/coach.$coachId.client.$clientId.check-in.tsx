import { Button, Card, Stack, Text, Title } from '@mantine/core';
import { isUuid } from '@stridewell/contract/identity.rules';
import { relativeDayLabel } from '@stridewell/contract/time';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link, notFound, useNavigate } from '@tanstack/react-router';
import { requireCoach } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { useSession } from '../app/session.ts';
import { clientCheckInFormQuery } from '../features/checkins/checkins.queries.ts';
import { LogCheckIn } from '../features/checkins/log-check-in.tsx';
import { isNotFound } from '../lib/errors.ts';
import { toast } from '../lib/toasts.ts';

export const Route = createFileRoute('/coach/$coachId/client/$clientId/check-in')({
  beforeLoad: (place) => requireCoach(place),
  loader: async ({ params: { coachId, clientId } }) => {
    if (!isUuid(clientId)) throw notFound();
    try {
      await queryClient.ensureQueryData(clientCheckInFormQuery(coachId, clientId));
    } catch (error) {
      if (isNotFound(error)) throw notFound();
      throw error;
    }
  },
  component: LogCheckInPage,
});

function LogCheckInPage() {
  const { coachId, clientId } = Route.useParams();
  const navigate = useNavigate();
  const { session } = useSession();
  const { data } = useSuspenseQuery(clientCheckInFormQuery(coachId, clientId));
  const { clientName, lastDay, today, open } = data;
  return (
    <Stack gap="lg" maw={560} mx="auto">
      <Stack gap={4}>
        <Title order={1}>Check-in for {clientName}</Title>
        <Text c="dimmed">{lastDay ? `The last one is of ${relativeDayLabel(lastDay, today)}.` : 'The first one.'}</Text>
      </Stack>
      <Card padding="lg">
        {open ? (
          <LogCheckIn
            coachId={coachId}
            clientId={clientId}
            units={session?.user.unitSystem ?? 'metric'}
            onLogged={() => {
              toast.success('Check-in logged', 'It is marked as logged by you.');
              void navigate({
                to: '/coach/$coachId/client/$clientId',
                params: { coachId, clientId },
                search: { tab: 'check-ins' },
              });
            }}
          />
        ) : (
          <Stack align="flex-start" gap="sm">
            <Text>Check-ins are logged for current clients. {clientName} is none at the moment.</Text>
            <Button component={Link} to={`/coach/${coachId}/client/${clientId}`} variant="light">
              Back to {clientName}
            </Button>
          </Stack>
        )}
      </Card>
    </Stack>
  );
}
