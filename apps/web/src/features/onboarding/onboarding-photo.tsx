import { Stack, Text } from '@mantine/core';
import { fileUrl } from '@stridewell/contract/files';
import type { OnboardingState } from '@stridewell/contract/onboarding';
import { useState } from 'react';
import { PhotoInput } from '../../components/photo-input.tsx';
import { StepActions } from '../../components/step-actions.tsx';
import type { Place } from './onboarding.queries.ts';

type OnboardingPhotoProps = {
  place: Place;
  state: OnboardingState;
  saving: boolean;
  onSave: (photoId: string) => void;
  onSkip: () => void;
  onBack: () => void;
};

export function OnboardingPhoto({ place, state, saving, onSave, onSkip, onBack }: OnboardingPhotoProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const { photoId } = state;
  return (
    <Stack mt="lg">
      {state.accepted ? (
        <>
          <PhotoInput
            label="Photo"
            list={`onboarding-photo-${place.clientId}`}
            target={{ ...place, purpose: 'avatar' }}
            current={photoId ? { url: fileUrl(place.coachId, photoId, 'thumb'), alt: 'The photo so far' } : undefined}
            onChange={setChosen}
          />
          <Text size="sm" c="dimmed">
            Only {state.coachName} and {state.fullName} see it.
          </Text>
        </>
      ) : (
        <Text>{state.fullName} can add a photo once they have joined.</Text>
      )}
      <StepActions
        onBack={onBack}
        onSkip={photoId || chosen ? undefined : onSkip}
        saving={saving}
        onNext={() => (chosen ? onSave(chosen) : onSkip())}
      />
    </Stack>
  );
}
