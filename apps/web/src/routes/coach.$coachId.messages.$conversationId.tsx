import { isUuid } from '@stridewell/contract/identity.rules';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { queryClient } from '../app/query-client.ts';
import { MessageThread } from '../features/messages/message-thread.tsx';
import { threadQuery } from '../features/messages/messages.queries.ts';
import { isNotFound } from '../lib/errors.ts';

export const Route = createFileRoute('/coach/$coachId/messages/$conversationId')({
  loader: async ({ params }) => {
    if (!isUuid(params.conversationId)) throw notFound();
    try {
      await queryClient.ensureQueryData(threadQuery(params));
    } catch (error) {
      if (isNotFound(error)) throw notFound();
      throw error;
    }
  },
  component: CoachConversation,
});

function CoachConversation() {
  const { coachId, conversationId } = Route.useParams();
  return (
    <MessageThread key={conversationId} conversation={{ coachId, conversationId }} side="coach" userId={coachId} />
  );
}
