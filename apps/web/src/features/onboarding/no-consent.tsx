import { Stack, Text } from '@mantine/core';
import type { OnboardingState } from '@stridewell/contract/onboarding/onboarding';
import { StepActions } from '../../ui/step-actions.tsx';

type NoConsentProps = {
  state: OnboardingState;
  together: boolean;
  saving: boolean;
  onAgree: () => void;
  onSkip: () => void;
  onBack: () => void;
};

/** Replaces the health questions while the client has not agreed. */
export function NoConsent({ state, together, saving, onAgree, onSkip, onBack }: NoConsentProps) {
  const { fullName, consent } = state;
  // Only the client can agree again after withdrawing the consent.
  const withdrawn = together && consent?.withdrawnAt;
  return (
    <Stack mt="lg">
      <Text>
        {withdrawn
          ? `${fullName} withdrew their consent, so health questions are hidden. Only they can give it again, after signing in.`
          : `Health questions come after ${together ? `${fullName} agrees` : 'you agree'} to what we store.`}
      </Text>
      <StepActions
        onBack={onBack}
        onNext={withdrawn ? onSkip : onAgree}
        label={withdrawn ? 'Continue' : 'See what we store'}
        saving={saving}
      />
    </Stack>
  );
}
