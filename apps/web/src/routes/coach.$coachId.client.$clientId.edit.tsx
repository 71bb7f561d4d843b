import { Stack } from '@mantine/core';
import { isUuid } from '@stridewell/contract/identity/identity.rules';
import { dayInZone } from '@stridewell/contract/time';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { requireCoach } from '../app/guards.ts';
import { loadOrNotFound } from '../app/loaders.ts';
import { queryClient } from '../app/query-client.ts';
import { useSession } from '../app/session.ts';
import { ClientPhoto } from '../features/clients/client-photo.tsx';
import { RecordForm } from '../features/records/record-form.tsx';
import { recordQuery } from '../features/records/records.queries.ts';
import { toast } from '../lib/toasts.ts';
import { PageHeader } from '../ui/page-header.tsx';

export const Route = createFileRoute('/coach/$coachId/client/$clientId/edit')({
  beforeLoad: (visit) => requireCoach(visit),
  loader: async ({ params: { coachId, clientId } }) => {
    if (!isUuid(clientId)) throw notFound();
    // Never from the cache: an edit starts with the stored record.
    await loadOrNotFound(queryClient.fetchQuery({ ...recordQuery(coachId, clientId), staleTime: 0 }));
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
      <PageHeader title={`Edit ${stored.record.fullName}`} lead="Fill in what you know. Only the name is required." />
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
