import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { dayInZone } from '@stridewell/contract/time';
import { IconPlus } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { requireCoach } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { useSession } from '../app/session.ts';
import { AddClientDialog } from '../features/clients/add-client-dialog.tsx';
import { clientsQuery } from '../features/clients/clients.queries.ts';
import { ClientsTable } from '../features/clients/clients-table.tsx';
import { ReadOnlyCount } from '../features/clients/read-only-notice.tsx';

export const Route = createFileRoute('/coach/$coachId/clients')({
  beforeLoad: requireCoach,
  loader: async ({ params }) => {
    await queryClient.ensureQueryData(clientsQuery(params.coachId));
  },
  component: ClientsPage,
});

function ClientsPage() {
  const { coachId } = Route.useParams();
  const { session } = useSession();
  const { data } = useSuspenseQuery(clientsQuery(coachId));
  const [adding, dialog] = useDisclosure(false);
  const zone = session?.coach?.timeZone ?? 'UTC';
  return (
    <>
      <Group justify="space-between" mb="lg">
        <Stack gap={2}>
          <Title order={1}>Clients</Title>
          <Text size="sm" c="dimmed">
            {data.seats.used} of {data.seats.cap} seats taken
          </Text>
        </Stack>
        <Button leftSection={<IconPlus size={18} />} onClick={dialog.open}>
          Add client
        </Button>
      </Group>
      {data.clients.length === 0 ? (
        <Card padding="xl">
          <Stack align="flex-start" gap="sm" maw={480}>
            <Title order={2}>Your clients will be here</Title>
            <Text c="dimmed">Add the first one with a name and an email address. They get a link to join you.</Text>
            <Button variant="light" onClick={dialog.open}>
              Add your first client
            </Button>
          </Stack>
        </Card>
      ) : (
        <Stack gap="md">
          <ReadOnlyCount readOnly={data.clients.filter((client) => client.readOnly).length} cap={data.seats.cap}>
            Whoever joined last can read everything, and send check-ins again once there is room.
          </ReadOnlyCount>
          <Card padding="sm">
            <ClientsTable
              coachId={coachId}
              clients={data.clients}
              today={dayInZone(new Date(), zone)}
              units={session?.user.unitSystem ?? 'metric'}
            />
          </Card>
        </Stack>
      )}
      <AddClientDialog coachId={coachId} opened={adding} onClose={dialog.close} />
    </>
  );
}
