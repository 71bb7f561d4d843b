import { Stack } from '@mantine/core';
import { dayInZone } from '@stridewell/contract/time';
import { createFileRoute } from '@tanstack/react-router';
import { requireCoach } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { useSession } from '../app/session.ts';
import { dueClientsQuery } from '../features/checkins/checkins.queries.ts';
import { ClientChooser } from '../features/checkins/client-chooser.tsx';
import { PageHeader } from '../ui/page-header.tsx';

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
      <PageHeader title="Log a check-in" lead="Choose the client. Overdue clients come first." />
      <ClientChooser coachId={coachId} today={dayInZone(new Date(), session?.coach?.timeZone ?? 'UTC')} />
    </Stack>
  );
}
