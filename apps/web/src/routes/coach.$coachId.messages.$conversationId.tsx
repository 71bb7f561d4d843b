import { isUuid } from '@stridewell/contract/identity.rules';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { loadOrNotFound } from '../app/loaders.ts';
import { queryClient } from '../app/query-client.ts';
import { useSession } from '../app/session.ts';
import { MessageThread } from '../features/messages/message-thread.tsx';
import { threadQuery } from '../features/messages/messages.queries.ts';

export const Route = createFileRoute('/coach/$coachId/messages/$conversationId')({
  loader: async ({ params }) => {
    if (!isUuid(params.conversationId)) throw notFound();
    await loadOrNotFound(queryClient.ensureQueryData(threadQuery(params)));
  },
  component: CoachConversation,
});

function CoachConversation() {
  const { coachId, conversationId } = Route.useParams();
  const { session } = useSession();
  return (
    <MessageThread
      key={conversationId}
      conversation={{ coachId, conversationId }}
      side="coach"
      userId={coachId}
      units={session?.user.unitSystem ?? 'metric'}
    />
  );
}
