import { isFeatureAllowed } from '@stridewell/contract/billing/billing.rules';
import { dayInZone } from '@stridewell/contract/time';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { requireCoach } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { useSession } from '../app/session.ts';
import { offerDraft } from '../device/drafts.ts';
import { answersQuery } from '../features/assistant/assistant.queries.ts';
import { AssistantPage } from '../features/assistant/assistant-page.tsx';
import { FeatureGate } from '../features/billing/feature-gate.tsx';
import { draftName } from '../features/messages/messages.queries.ts';
import type { PlanFeatureOf } from '../lib/access.ts';
import { toast } from '../lib/toasts.ts';
import { PageSkeleton } from '../ui/page-skeleton.tsx';

const PAGE = {
  title: 'The assistant',
  what: 'Answers about your clients, your calendar and your money, each with its source.',
};

type Needed = PlanFeatureOf<'assistant.listAnswers'>;

export const Route = createFileRoute('/coach/$coachId/assistant')({
  beforeLoad: async (visit) => ({ plan: (await requireCoach(visit)).plan }),
  loader: async ({ params: { coachId }, context: { plan } }) => {
    // The page shows its own error with a retry, and what is missing where the plan lacks it.
    if (isFeatureAllowed(plan, 'assistant' satisfies Needed, new Date())) {
      await queryClient.prefetchInfiniteQuery(answersQuery({ coachId }));
    }
  },
  pendingComponent: () => <PageSkeleton title="Assistant" width={760} heights={[150, 220]} />,
  component: AssistantRoute,
});

function AssistantRoute() {
  const { coachId } = Route.useParams();
  const { session } = useSession();
  const navigate = useNavigate();
  const timeZone = session?.user.timeZone ?? 'UTC';
  const view = { today: dayInZone(new Date(), timeZone), timeZone, units: session?.user.unitSystem ?? 'metric' };
  return (
    <FeatureGate access={session?.plan} feature={'assistant' satisfies Needed} page={PAGE}>
      <AssistantPage
        asker={{ coachId }}
        title="Assistant"
        lead="Ask about your clients, your calendar and your money. Every figure comes with its source."
        view={view}
        onDraft={({ clientId, text }) => {
          const isOffered = offerDraft(draftName(coachId, clientId), text);
          if (!isOffered) toast.error('You have another draft to this client. Send or delete it first.');
          void navigate({ to: `/coach/${coachId}/messages/${clientId}` });
        }}
      />
    </FeatureGate>
  );
}
