import { Stack, Text, Title } from '@mantine/core';
import { dayInZone } from '@stridewell/contract/time';
import { createFileRoute } from '@tanstack/react-router';
import { requireCoach } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { useSession } from '../app/session.ts';
import { dueClientsQuery } from '../features/checkins/checkins.queries.ts';
import { ClientChooser } from '../features/checkins/client-chooser.tsx';

export const Route = createFileRoute('/coach/$coachId/check-in')({
  beforeLoad: requireCoach,
  loader: async ({ params: { coachId } }) => {
    await queryClient.ensureQueryData(dueClientsQuery(coachId, ''));
  },
  component: ChooseClientPage,
});

function ChooseClientPage() {
  const { coachId } = Route.useParams();
  const { session } = useSession();
  return (
    <Stack gap="lg" maw={680} mx="auto">
      <Stack gap={4}>
        <Title order={1}>Log a check-in</Title>
        <Text c="dimmed">Choose the client. Whoever is overdue comes first.</Text>
      </Stack>
      <ClientChooser coachId={coachId} today={dayInZone(new Date(), session?.coach?.timeZone ?? 'UTC')} />
    </Stack>
  );
}
