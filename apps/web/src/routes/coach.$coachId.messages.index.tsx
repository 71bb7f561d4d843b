import { createFileRoute } from '@tanstack/react-router';
import { NoConversation } from '../features/messages/no-conversation.tsx';

export const Route = createFileRoute('/coach/$coachId/messages/')({ component: NoConversationOfCoach });

function NoConversationOfCoach() {
  const { coachId } = Route.useParams();
  return <NoConversation coachId={coachId} />;
}
