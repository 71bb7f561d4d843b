import { createFileRoute, redirect } from '@tanstack/react-router';
import { requireClient } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { useSession } from '../app/session.ts';
import { MessageThread } from '../features/messages/message-thread.tsx';
import { threadQuery } from '../features/messages/messages.queries.ts';
import { MessagesLayout } from '../features/messages/messages-layout.tsx';
import { PageSkeleton } from '../ui/page-skeleton.tsx';

export const Route = createFileRoute('/client/messages')({
  async beforeLoad(visit) {
    const { client, user } = await requireClient(visit);
    // The dashboard tells clients without a coach what to do.
    if (!client) throw redirect({ to: '/client/dashboard' });
    return { conversation: { coachId: client.coachId, conversationId: client.clientId }, userId: user.id };
  },
  loader: async ({ context: { conversation } }) => {
    await queryClient.ensureQueryData(threadQuery(conversation));
  },
  pendingComponent: () => <PageSkeleton title="Messages" width={880} heights={[420]} />,
  component: ClientMessages,
});

function ClientMessages() {
  const { conversation, userId } = Route.useRouteContext();
  const { session } = useSession();
  // Signing out clears the session shortly before it leaves the page.
  if (!session) return null;
  return (
    <MessagesLayout open>
      <MessageThread conversation={conversation} side="client" userId={userId} units={session.user.unitSystem} />
    </MessagesLayout>
  );
}
