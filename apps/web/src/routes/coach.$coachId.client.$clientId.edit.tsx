import { Stack, Text, Title } from '@mantine/core';
import { isUuid } from '@stridewell/contract/identity.rules';
import { dayInZone } from '@stridewell/contract/time';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { requireCoach } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { useSession } from '../app/session.ts';
import { ClientPhoto } from '../features/clients/client-photo.tsx';
import { recordQuery } from '../features/clients/clients.queries.ts';
import { RecordForm } from '../features/clients/record-form.tsx';
import { isNotFound } from '../lib/errors.ts';
import { toast } from '../lib/toasts.ts';

export const Route = createFileRoute('/coach/$coachId/client/$clientId/edit')({
  beforeLoad: (place) => requireCoach(place),
  loader: async ({ params: { coachId, clientId } }) => {
    if (!isUuid(clientId)) throw notFound();
    try {
      // Never from memory: an edit begins with what is stored now.
      await queryClient.fetchQuery({ ...recordQuery(coachId, clientId), staleTime: 0 });
    } catch (error) {
      if (isNotFound(error)) throw notFound();
      throw error;
    }
  },
  component: EditClientPage,
});

function EditClientPage() {
  const { coachId, clientId } = Route.useParams();
  const { session } = useSession();
  const navigate = Route.useNavigate();
  const { data: stored } = useSuspenseQuery(recordQuery(coachId, clientId));
  const leave = () =>
    void navigate({
      to: '/coach/$coachId/client/$clientId',
      params: { coachId, clientId },
      search: { tab: 'details' },
    });
  return (
    <Stack gap="lg">
      <Stack gap={4}>
        <Title order={1}>Edit {stored.record.fullName}</Title>
        <Text c="dimmed">Fill in what you know. Everything but the name may stay empty.</Text>
      </Stack>
      <RecordForm
        coachId={coachId}
        clientId={clientId}
        stored={stored}
        photo={
          <ClientPhoto
            coachId={coachId}
            clientId={clientId}
            fullName={stored.record.fullName}
            photoId={stored.photoId}
          />
        }
        units={session?.user.unitSystem ?? 'metric'}
        today={dayInZone(new Date(), session?.coach?.timeZone ?? 'UTC')}
        onSaved={() => {
          toast.success('Saved', `The details of ${stored.record.fullName} are up to date.`);
          leave();
        }}
        onCancel={leave}
      />
    </Stack>
  );
}
