import { Button, Card, Stack, Text } from '@mantine/core';
import { isUuid } from '@stridewell/contract/identity/identity.rules';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link, notFound, useNavigate } from '@tanstack/react-router';
import { requireCoach } from '../app/guards.ts';
import { loadOrNotFound } from '../app/loaders.ts';
import { queryClient } from '../app/query-client.ts';
import { useSession } from '../app/session.ts';
import { clientCheckInFormQuery } from '../features/checkins/checkins.queries.ts';
import { LogCheckIn } from '../features/checkins/log-check-in.tsx';
import { dayInSentence } from '../lib/format.ts';
import { toast } from '../lib/toasts.ts';
import { PageHeader } from '../ui/page-header.tsx';

export const Route = createFileRoute('/coach/$coachId/client/$clientId/check-in')({
  beforeLoad: (visit) => requireCoach(visit),
  loader: async ({ params: { coachId, clientId } }) => {
    if (!isUuid(clientId)) throw notFound();
    await loadOrNotFound(queryClient.ensureQueryData(clientCheckInFormQuery(coachId, clientId)));
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
      <PageHeader
        title={`Check-in for ${clientName}`}
        lead={lastDay ? `The last one is from ${dayInSentence(lastDay, today)}.` : 'This is their first one.'}
      />
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
            <Text>You can log check-ins for current clients only, and {clientName} is not one.</Text>
            <Button component={Link} to={`/coach/${coachId}/client/${clientId}`} variant="light">
              Back to {clientName}
            </Button>
          </Stack>
        )}
      </Card>
    </Stack>
  );
}
