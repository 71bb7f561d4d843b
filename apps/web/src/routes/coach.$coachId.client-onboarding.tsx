import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { isUuid } from '@stridewell/contract/identity.rules';
import { type OnboardingStep, readStep } from '@stridewell/contract/onboarding.steps.rules';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { requireCoach } from '../app/guards.ts';
import { onboardingFields } from '../app/onboarding-fields.tsx';
import { queryClient } from '../app/query-client.ts';
import { useSession } from '../app/session.ts';
import { LoadError } from '../components/load-error.tsx';
import { LoadingSpinner } from '../components/loading-spinner.tsx';
import { AddClientDialog } from '../features/clients/add-client-dialog.tsx';
import { clientsQuery } from '../features/clients/clients.queries.ts';
import { ClientOnboarding } from '../features/onboarding/client-onboarding.tsx';
import { onboardingQuery } from '../features/onboarding/onboarding.queries.ts';
import { OnboardingChooser } from '../features/onboarding/onboarding-chooser.tsx';

type CoachOnboardingSearch = { client?: string | undefined; step?: OnboardingStep | undefined };

export const Route = createFileRoute('/coach/$coachId/client-onboarding')({
  validateSearch: ({ client, step }: Record<string, unknown>): CoachOnboardingSearch => ({
    client: typeof client === 'string' && isUuid(client) ? client : undefined,
    step: readStep(step),
  }),
  beforeLoad: (place) => requireCoach(place),
  loader: async ({ params: { coachId }, location }) => {
    const { client } = location.search as { client?: string };
    // What cannot be had says so itself.
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
  const [adding, dialog] = useDisclosure(false);
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(clientsQuery(coachId, {}));
  const known = data?.pages.flatMap((page) => page.clients) ?? [];
  return (
    <Stack gap="lg" maw={680} mx="auto">
      <Group justify="space-between">
        <Stack gap={2}>
          <Title order={1}>Onboard a client</Title>
          <Text c="dimmed">Fill in the first answers together, face to face or on a call.</Text>
        </Stack>
        <Button onClick={dialog.open}>Add client</Button>
      </Group>
      <OnboardingChooser
        clients={known.filter(({ onboardingCompleted }) => !onboardingCompleted)}
        known={known.length}
        onChoose={(clientId) => void navigate({ search: { client: clientId } })}
        more={hasNextPage ? () => void fetchNextPage() : undefined}
        loading={isFetchingNextPage}
      />
      <AddClientDialog coachId={coachId} opened={adding} onClose={dialog.close} />
    </Stack>
  );
}

type TogetherProps = { coachId: string; clientId: string; arrived: boolean };

function Together({ coachId, clientId, arrived }: TogetherProps) {
  const ids = { coachId, clientId };
  const navigate = Route.useNavigate();
  const { step } = Route.useSearch();
  const { session } = useSession();
  // What could not be had on the way here is not asked for again before somebody wants it.
  const { data, isError, error, refetch } = useQuery({ ...onboardingQuery(ids), retryOnMount: false });
  const units = session?.user.unitSystem ?? 'metric';
  if (isError) {
    return <LoadError title="This client could not be loaded" error={error} onRetry={() => void refetch()} />;
  }
  if (!data) return <LoadingSpinner />;
  return (
    <ClientOnboarding
      ids={ids}
      together
      arrived={arrived}
      home={{ to: `/coach/${coachId}/client/${clientId}`, label: 'Open the client’s page' }}
      fields={onboardingFields(units)}
      at={step}
      onMove={(next) => void navigate({ search: { client: clientId, step: next ?? undefined } })}
    />
  );
}
