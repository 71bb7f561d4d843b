import { Button, Stack } from '@mantine/core';
import { isUuid } from '@stridewell/contract/identity/identity.rules';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { requireCoach } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { readDraft, saveDraft } from '../device/drafts.ts';
import { BroadcastCompose } from '../features/notifications/broadcast-compose.tsx';
import { BroadcastHistory } from '../features/notifications/broadcast-history.tsx';
import { BroadcastResult } from '../features/notifications/broadcast-result.tsx';
import {
  broadcastClientsQuery,
  broadcastQuery,
  broadcastsQuery,
} from '../features/notifications/notifications.broadcasts.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';

/**
 * `message` is the id of the group message to show. Without it the page writes a new one, to the clients whose ids are in
 * `to`.
 */
const readSearch = ({ message, to }: Record<string, unknown>): { message?: string; to?: string } => ({
  ...(typeof message === 'string' && isUuid(message) && { message }),
  ...(typeof to === 'string' && to.split(',').every(isUuid) && { to }),
});

export const Route = createFileRoute('/coach/$coachId/notifications')({
  validateSearch: readSearch,
  beforeLoad: requireCoach,
  loaderDeps: ({ search }) => readSearch({ ...search }),
  loader: async ({ params: { coachId }, deps: { message } }) => {
    // The page itself shows a message that does not exist.
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
  const { message, to } = readSearch({ ...Route.useSearch() });
  if (message) return <BroadcastResult coachId={coachId} id={message} />;
  return <NewBroadcast key={to} coachId={coachId} to={to?.split(',') ?? []} />;
}

function NewBroadcast({ coachId, to }: { coachId: string; to: readonly string[] }) {
  const navigate = Route.useNavigate();
  const { data } = useSuspenseQuery(broadcastClientsQuery(coachId));
  const draft = `${coachId}.broadcast`;
  return (
    <Stack gap="lg">
      <PageHeader title="Send a group message" lead="Write once, delivered individually." />
      {data.clients.length === 0 ? (
        <EmptyState
          title="No clients to write to yet"
          action={
            <Button component={Link} to={`/coach/${coachId}/clients`} variant="light">
              Go to your clients
            </Button>
          }
        >
          Clients appear here once they accept your invitation.
        </EmptyState>
      ) : (
        <BroadcastCompose
          coachId={coachId}
          clients={data.clients}
          to={to}
          draft={readDraft(draft)}
          onDraft={(text) => saveDraft(draft, text)}
          onSent={(id) => void navigate({ search: { message: id } })}
        />
      )}
      <BroadcastHistory coachId={coachId} />
    </Stack>
  );
}
