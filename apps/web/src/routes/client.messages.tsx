import { createFileRoute, redirect } from '@tanstack/react-router';
import { requireClient } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { useSession } from '../app/session.ts';
import { PageSkeleton } from '../components/page-skeleton.tsx';
import { MessageThread } from '../features/messages/message-thread.tsx';
import { threadQuery } from '../features/messages/messages.queries.ts';
import { MessagesLayout } from '../features/messages/messages-layout.tsx';

export const Route = createFileRoute('/client/messages')({
  async beforeLoad(place) {
    const { client, user } = await requireClient(place);
    // The dashboard says what to do for a client without a coach.
    if (!client) throw redirect({ to: '/client/dashboard' });
    return { place: { coachId: client.coachId, conversationId: client.clientId }, userId: user.id };
  },
  loader: async ({ context: { place } }) => {
    await queryClient.ensureQueryData(threadQuery(place));
  },
  pendingComponent: () => <PageSkeleton title="Messages" width={880} heights={[420]} />,
  component: ClientMessages,
});

function ClientMessages() {
  const { place, userId } = Route.useRouteContext();
  const { session } = useSession();
  // Signing out empties the session a moment before it leaves the page.
  if (!session) return null;
  return (
    <MessagesLayout open>
      <MessageThread conversation={place} side="client" userId={userId} />
    </MessagesLayout>
  );
}
