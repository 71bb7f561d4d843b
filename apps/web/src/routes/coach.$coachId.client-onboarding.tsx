import { Button, Stack } from '@mantine/core';
import { isUuid } from '@stridewell/contract/identity/identity.rules';
import { type OnboardingStep, parseStep } from '@stridewell/contract/onboarding/onboarding.steps.rules';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { requireCoach } from '../app/guards.ts';
import { onboardingFields } from '../app/onboarding-fields.tsx';
import { queryClient } from '../app/query-client.ts';
import { useSession } from '../app/session.ts';
import { clientsQuery } from '../features/clients/clients.queries.ts';
import { ClientOnboarding } from '../features/onboarding/client-onboarding.tsx';
import { onboardingQuery } from '../features/onboarding/onboarding.queries.ts';
import { OnboardingChooser } from '../features/onboarding/onboarding-chooser.tsx';
import { addingClient } from '../shared/add-client.ts';
import { LoadingSpinner } from '../ui/loading-spinner.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { QueryBoundary } from '../ui/query-boundary.tsx';

type CoachOnboardingSearch = { client?: string | undefined; step?: OnboardingStep | undefined };

export const Route = createFileRoute('/coach/$coachId/client-onboarding')({
  validateSearch: ({ client, step }: Record<string, unknown>): CoachOnboardingSearch => ({
    client: typeof client === 'string' && isUuid(client) ? client : undefined,
    step: parseStep(step),
  }),
  beforeLoad: (visit) => requireCoach(visit),
  loader: async ({ params: { coachId }, location }) => {
    const { client } = location.search as { client?: string };
    // The page itself shows a failure.
    if (client && isUuid(client)) await queryClient.prefetchQuery(onboardingQuery({ coachId, clientId: client }));
    else await queryClient.ensureInfiniteQueryData(clientsQuery(coachId, {}));
  },
  component: CoachClientOnboarding,
});

function CoachClientOnboarding() {
  const { coachId } = Route.useParams();
  const { client } = Route.useSearch();
  const [first] = useState(client);
  if (!client) return <Choose coachId={coachId} />;
  return <Together key={client} coachId={coachId} clientId={client} arrived={client !== first} />;
}

function Choose({ coachId }: { coachId: string }) {
  const navigate = Route.useNavigate();
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(clientsQuery(coachId, {}));
  const known = data?.pages.flatMap((page) => page.clients) ?? [];
  return (
    <Stack gap="lg" maw={680} mx="auto">
      <PageHeader
        title="Onboard a client"
        lead="Fill in the first answers together, face to face or on a call."
        actions={<Button onClick={addingClient.open}>Add client</Button>}
      />
      <OnboardingChooser
        clients={known.filter(({ onboardingCompleted }) => !onboardingCompleted)}
        known={known.length}
        onChoose={(clientId) => void navigate({ search: { client: clientId } })}
        more={hasNextPage ? () => void fetchNextPage() : undefined}
        loading={isFetchingNextPage}
      />
    </Stack>
  );
}

type TogetherProps = { coachId: string; clientId: string; arrived: boolean };

function Together({ coachId, clientId, arrived }: TogetherProps) {
  const relationship = { coachId, clientId };
  const navigate = Route.useNavigate();
  const { step } = Route.useSearch();
  const { session } = useSession();
  // After a failed load only the button tries again.
  const query = useQuery({ ...onboardingQuery(relationship), retryOnMount: false });
  const units = session?.user.unitSystem ?? 'metric';
  return (
    <QueryBoundary query={query} failed="This client could not be loaded" skeleton={<LoadingSpinner />}>
      {() => (
        <ClientOnboarding
          relationship={relationship}
          together
          arrived={arrived}
          home={{ to: `/coach/${coachId}/client/${clientId}`, label: 'Open the client’s page' }}
          fields={onboardingFields(units)}
          at={step}
          onMove={(next) => void navigate({ search: { client: clientId, step: next ?? undefined } })}
        />
      )}
    </QueryBoundary>
  );
}
