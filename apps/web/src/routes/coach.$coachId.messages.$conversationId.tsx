import { isUuid } from '@stridewell/contract/identity/identity.rules';
import { SUGGESTION_TOPICS, type SuggestionTopic } from '@stridewell/contract/messages/messages.rules';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { loadOrNotFound } from '../app/loaders.ts';
import { queryClient } from '../app/query-client.ts';
import { useSession } from '../app/session.ts';
import { offerDraft } from '../device/drafts.ts';
import { coachDashboardQuery, suggestionIn } from '../features/dashboard/dashboard.queries.ts';
import { MessageThread } from '../features/messages/message-thread.tsx';
import { draftName, threadQuery } from '../features/messages/messages.queries.ts';
import { readMessageSeq } from '../features/messages/messages.search.ts';
import { toast } from '../lib/toasts.ts';

/**
 * `suggestion`: the topic of the suggestion whose drafted message the composer shows. `message`: the number of the message
 * at which the conversation opens.
 */
type ConversationSearch = { suggestion?: SuggestionTopic; message?: number };

const readSearch = (search: Record<string, unknown>): ConversationSearch => {
  const suggestion = SUGGESTION_TOPICS.find((topic) => topic === search.suggestion);
  const message = readMessageSeq(search);
  return { ...(suggestion && { suggestion }), ...(message && { message }) };
};

export const Route = createFileRoute('/coach/$coachId/messages/$conversationId')({
  validateSearch: readSearch,
  loader: async ({ params, location }) => {
    if (!isUuid(params.conversationId)) throw notFound();
    const { suggestion } = readSearch({ ...location.search });
    await loadOrNotFound(
      Promise.all([
        queryClient.ensureQueryData(threadQuery(params)),
        // Without the dashboard the conversation opens without a draft.
        suggestion && queryClient.prefetchQuery(coachDashboardQuery(params.coachId)),
      ]),
    );
  },
  component: CoachConversation,
});

function CoachConversation() {
  const { conversationId } = Route.useParams();
  return <Conversation key={conversationId} />;
}

function Conversation() {
  const { coachId, conversationId } = Route.useParams();
  const { suggestion: topic, message } = readSearch({ ...Route.useSearch() });
  const navigate = Route.useNavigate();
  const { session } = useSession();
  const [suggestion, setSuggestion] = useState(() => {
    const dashboard = queryClient.getQueryData(coachDashboardQuery(coachId).queryKey);
    return topic && suggestionIn(dashboard, { clientId: conversationId, topic });
  });
  // Before the composer reads its draft.
  const [isOffered] = useState(() => !suggestion || offerDraft(draftName(coachId, conversationId), suggestion.draft));
  useEffect(() => {
    if (isOffered || !suggestion) return;
    toast.success('Your own text is still there', `The suggested message to ${suggestion.clientName} was not added.`);
  }, [isOffered, suggestion]);
  return (
    <MessageThread
      conversation={{ coachId, conversationId }}
      side="coach"
      userId={coachId}
      units={session?.user.unitSystem ?? 'metric'}
      at={message}
      onLatest={() => void navigate({ search: ({ message: _, ...rest }) => rest, replace: true, resetScroll: false })}
      suggestion={suggestion ? { topic: suggestion.topic, until: suggestion.dismissUntil } : null}
      onSent={() => {
        setSuggestion(undefined);
        if (!topic) return;
        void navigate({ search: ({ suggestion: _, ...rest }) => rest, replace: true, resetScroll: false });
      }}
    />
  );
}
