import { Stack } from '@mantine/core';
import { isFeatureAllowed } from '@stridewell/contract/billing/billing.rules';
import { type CrmResult, isCrmResult } from '@stridewell/contract/crm/crm.rules';
import { isCalendarProvider } from '@stridewell/contract/integrations/integrations.calendars.rules';
import { createFileRoute } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { requireCoach } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { useSession } from '../app/session.ts';
import { FeatureGate } from '../features/billing/feature-gate.tsx';
import { CalendarQuestions } from '../features/calendar/calendar-questions.tsx';
import { CrmCard } from '../features/crm/crm-card.tsx';
import { CalendarsSection } from '../features/integrations/calendars-section.tsx';
import { calendarFeedQuery, type SignInAnswer } from '../features/integrations/integrations.queries.ts';
import { WebhooksSection } from '../features/webhooks/webhooks-section.tsx';
import type { PlanFeatureOf } from '../lib/access.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { PageSkeleton } from '../ui/page-skeleton.tsx';

const PAGE = { title: 'Integrations', what: 'Your sessions and events in the tools you already use.' };

type Search = {
  provider?: string | undefined;
  state?: string | undefined;
  code?: string | undefined;
  hubspot?: CrmResult | undefined;
};

/** The answer of a provider of calendars, with which the coach comes back. */
function answerIn({ provider, state, code }: Search): SignInAnswer | null {
  if (provider === undefined || state === undefined || !isCalendarProvider(provider)) return null;
  return { kind: provider, state, code: code ?? null };
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

type Needed = PlanFeatureOf<'calendarConnections.listConnections'>;

export const Route = createFileRoute('/coach/$coachId/integrations')({
  // Always returns all keys: the router fills a missing one with the raw parameter.
  validateSearch: ({ provider, state, code, hubspot }: Record<string, unknown>): Search => ({
    provider: textOf(provider),
    state: textOf(state),
    code: textOf(code),
    hubspot: isCrmResult(hubspot) ? hubspot : undefined,
  }),
  beforeLoad: async (visit) => ({ plan: (await requireCoach(visit)).plan }),
  loader: async ({ params: { coachId }, context: { plan } }) => {
    // The card shows its own error with a retry, and the gate what is missing where the plan lacks it.
    if (isFeatureAllowed(plan, 'integrations' satisfies Needed, new Date())) {
      await queryClient.prefetchQuery(calendarFeedQuery(coachId));
    }
  },
  pendingComponent: () => <PageSkeleton title="Integrations" width={760} heights={[260]} />,
  component: IntegrationsPage,
});

function IntegrationsPage() {
  const { coachId } = Route.useParams();
  const { hubspot } = Route.useSearch();
  const { session } = useSession();
  const navigate = Route.useNavigate();
  const back = answerIn(Route.useSearch());
  const [answer] = useState(back);
  const [result] = useState(hubspot);
  // An answer counts once, so neither a reload nor the history keeps it.
  const isBack = back !== null || hubspot !== undefined;
  useEffect(() => {
    if (isBack) void navigate({ search: {}, replace: true });
  }, [isBack, navigate]);
  return (
    <FeatureGate access={session?.plan} feature={'integrations' satisfies Needed} page={PAGE}>
      <Stack gap="lg" maw={760} mx="auto">
        <PageHeader title="Integrations" lead="Connect the tools you already use." />
        <CalendarQuestions coachId={coachId} timeZone={session?.user.timeZone ?? 'UTC'} />
        <CalendarsSection coachId={coachId} timeZone={session?.user.timeZone ?? 'UTC'} answer={answer} />
        <CrmCard coachId={coachId} timeZone={session?.user.timeZone ?? 'UTC'} result={result} />
        <WebhooksSection coachId={coachId} />
      </Stack>
    </FeatureGate>
  );
}
