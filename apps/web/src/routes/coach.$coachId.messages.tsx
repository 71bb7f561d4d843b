import { createFileRoute, Outlet, useParams, useSearch } from '@tanstack/react-router';
import { requireCoach } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { useSession } from '../app/session.ts';
import { ConversationList } from '../features/messages/conversation-list.tsx';
import { ConversationTools, NewGroupMessage } from '../features/messages/conversation-tools.tsx';
import { conversationsQuery } from '../features/messages/messages.queries.ts';
import {
  type ConversationSearch,
  readConversationSearch,
  readMessageSeq,
} from '../features/messages/messages.search.ts';
import { MessagesLayout } from '../features/messages/messages-layout.tsx';
import { unread } from '../lib/unread-search.ts';

export const Route = createFileRoute('/coach/$coachId/messages')({
  validateSearch: unread<ConversationSearch>,
  beforeLoad: requireCoach,
  loader: async ({ params }) => {
    await queryClient.ensureInfiniteQueryData(conversationsQuery(params.coachId));
  },
  component: CoachMessages,
});

function CoachMessages() {
  const { coachId } = Route.useParams();
  const { conversationId } = useParams({ strict: false });
  const search = readConversationSearch({ ...Route.useSearch() });
  const openAt = readMessageSeq({ ...useSearch({ strict: false }) });
  const navigate = Route.useNavigate();
  const { session } = useSession();
  // Signing out clears the session shortly before it leaves the page.
  if (!session) return null;
  return (
    <MessagesLayout
      open={conversationId !== undefined}
      action={<NewGroupMessage coachId={coachId} />}
      tools={
        <ConversationTools
          search={search}
          onChange={(changed) =>
            void navigate({
              to: '.',
              search: ({ q: _q, show: _show, ...open }) => ({ ...open, ...readConversationSearch(changed) }),
              replace: true,
              resetScroll: false,
            })
          }
        />
      }
      list={<ConversationList coachId={coachId} openId={conversationId} openAt={openAt} search={search} />}
    >
      <Outlet />
    </MessagesLayout>
  );
}
