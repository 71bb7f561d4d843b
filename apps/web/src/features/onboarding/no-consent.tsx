import { Stack, Text } from '@mantine/core';
import type { OnboardingState } from '@stridewell/contract/onboarding';
import { StepActions } from '../../components/step-actions.tsx';

type NoConsentProps = {
  state: OnboardingState;
  together: boolean;
  saving: boolean;
  onAgree: () => void;
  onSkip: () => void;
  onBack: () => void;
};

/** In the place of the questions about health, which nobody is asked who has not agreed. */
export function NoConsent({ state, together, saving, onAgree, onSkip, onBack }: NoConsentProps) {
  const { fullName, consent } = state;
  // What the client took back nobody gives for them.
  const withdrawn = together && consent?.withdrawnAt;
  return (
    <Stack mt="lg">
      <Text>
        {withdrawn
          ? `${fullName} took back the consent, so nothing about health is asked here. Only they can agree again, when they sign in.`
          : `Nothing about health is asked before ${together ? `${fullName} agrees` : 'you agree'} to what is stored.`}
      </Text>
      <StepActions
        onBack={onBack}
        onNext={withdrawn ? onSkip : onAgree}
        label={withdrawn ? 'Go on' : 'See what is stored'}
        saving={saving}
      />
    </Stack>
  );
}
