import { dayInZone } from '@stridewell/contract/time';
import { createFileRoute } from '@tanstack/react-router';
import { requireOperator } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { useSession } from '../app/session.ts';
import { answersQuery } from '../features/assistant/assistant.queries.ts';
import { AssistantPage } from '../features/assistant/assistant-page.tsx';
import { PageSkeleton } from '../ui/page-skeleton.tsx';

export const Route = createFileRoute('/operator/ai-assistant')({
  beforeLoad: requireOperator,
  loader: async () => {
    // The page shows its own error with a retry.
    await queryClient.prefetchInfiniteQuery(answersQuery('operator'));
  },
  pendingComponent: () => <PageSkeleton title="AI Assistant" width={760} heights={[150, 220]} />,
  component: OperatorAssistantRoute,
});

function OperatorAssistantRoute() {
  const { session } = useSession();
  const timeZone = session?.user.timeZone ?? 'UTC';
  return (
    <AssistantPage
      asker="operator"
      title="AI Assistant"
      lead="Ask about the platform. Figures name no client, and small counts are not shown."
      view={{ today: dayInZone(new Date(), timeZone), timeZone, units: session?.user.unitSystem ?? 'metric' }}
    />
  );
}
