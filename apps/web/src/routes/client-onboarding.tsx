import { Card, Text, Title } from '@mantine/core';
import { type OnboardingStep, parseStep } from '@stridewell/contract/onboarding/onboarding.steps.rules';
import { createFileRoute } from '@tanstack/react-router';
import { requireClient } from '../app/guards.ts';
import { onboardingFields } from '../app/onboarding-fields.tsx';
import { queryClient } from '../app/query-client.ts';
import { useSession } from '../app/session.ts';
import { ClientOnboarding } from '../features/onboarding/client-onboarding.tsx';
import { onboardingQuery } from '../features/onboarding/onboarding.queries.ts';

export const Route = createFileRoute('/client-onboarding')({
  validateSearch: ({ step }: Record<string, unknown>): { step?: OnboardingStep | undefined } => ({
    step: parseStep(step),
  }),
  beforeLoad: async (visit) => ({ client: (await requireClient(visit)).client }),
  loader: async ({ context }) => {
    // Answers may have changed on another device.
    if (context.client) await queryClient.fetchQuery(onboardingQuery(context.client));
  },
  component: ClientOnboardingPage,
});

function ClientOnboardingPage() {
  const navigate = Route.useNavigate();
  const { step } = Route.useSearch();
  const { session } = useSession();
  const units = session?.user.unitSystem ?? 'metric';
  if (!session?.client) {
    return (
      <Card maw={560} mx="auto" mt="xl" padding="xl">
        <Title order={1}>You have no coach yet</Title>
        <Text mt="sm" c="dimmed">
          Ask your coach for an invitation and open the link in that email. The questions appear here then.
        </Text>
      </Card>
    );
  }
  const { coachId, clientId } = session.client;
  return (
    <ClientOnboarding
      key={clientId}
      relationship={{ coachId, clientId }}
      together={false}
      home={{ to: '/client/dashboard', label: 'Go to your dashboard' }}
      fields={onboardingFields(units, session.client.numbersOff)}
      at={step}
      onMove={(next) => void navigate({ search: { step: next ?? undefined } })}
    />
  );
}
