import { Button, Stack, Text, Title } from '@mantine/core';
import { isUuid } from '@stridewell/contract/identity.rules';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { requireCoach } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { BroadcastCompose } from '../features/notifications/broadcast-compose.tsx';
import { BroadcastHistory } from '../features/notifications/broadcast-history.tsx';
import { BroadcastResult } from '../features/notifications/broadcast-result.tsx';
import {
  broadcastClientsQuery,
  broadcastQuery,
  broadcastsQuery,
} from '../features/notifications/notifications.broadcasts.ts';
import { draftOf, keepDraft } from '../lib/drafts.ts';

/** `message` is the group message that is looked at; without one a new one is written. */
const readSearch = ({ message }: Record<string, unknown>): { message?: string } =>
  typeof message === 'string' && isUuid(message) ? { message } : {};

export const Route = createFileRoute('/coach/$coachId/notifications')({
  validateSearch: readSearch,
  beforeLoad: requireCoach,
  loaderDeps: ({ search }) => readSearch({ ...search }),
  loader: async ({ params: { coachId }, deps: { message } }) => {
    // One that is not there says so itself.
    if (message) return queryClient.prefetchQuery(broadcastQuery(coachId, message));
    await Promise.all([
      queryClient.ensureQueryData(broadcastClientsQuery(coachId)),
      queryClient.ensureInfiniteQueryData(broadcastsQuery(coachId)),
    ]);
  },
  component: BroadcastPage,
});

function BroadcastPage() {
  const { coachId } = Route.useParams();
  const { message } = readSearch({ ...Route.useSearch() });
  return message ? <BroadcastResult coachId={coachId} id={message} /> : <NewBroadcast coachId={coachId} />;
}

function NewBroadcast({ coachId }: { coachId: string }) {
  const navigate = Route.useNavigate();
  const { data } = useSuspenseQuery(broadcastClientsQuery(coachId));
  const draft = `${coachId}.broadcast`;
  return (
    <Stack gap="lg">
      <Stack gap={2}>
        <Title order={1}>Send a group message</Title>
        <Text c="dimmed">One text, a personal message for each.</Text>
      </Stack>
      {data.clients.length === 0 ? (
        <EmptyState
          title="No clients to write to yet"
          action={
            <Button component={Link} to={`/coach/${coachId}/clients`} variant="light">
              Go to your clients
            </Button>
          }
        >
          Clients are here from the moment they accept your invitation.
        </EmptyState>
      ) : (
        <BroadcastCompose
          coachId={coachId}
          clients={data.clients}
          draft={draftOf(draft)}
          onDraft={(text) => keepDraft(draft, text)}
          onSent={(id) => void navigate({ search: { message: id } })}
        />
      )}
      <BroadcastHistory coachId={coachId} />
    </Stack>
  );
}
