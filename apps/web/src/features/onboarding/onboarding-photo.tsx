import { Stack, Text } from '@mantine/core';
import { fileUrl } from '@stridewell/contract/files/files.rules';
import type { OnboardingState } from '@stridewell/contract/onboarding/onboarding';
import { use, useState } from 'react';
import { useUploads } from '../../device/file-upload.ts';
import { PhotoInput } from '../../shared/photo-input.tsx';
import { Muted } from '../../ui/muted.tsx';
import { SingleStep, StepActions } from '../../ui/step-actions.tsx';
import type { Relationship } from './onboarding.queries.ts';

const UPLOADING: ReadonlySet<string> = new Set(['preparing', 'sending']);

type OnboardingPhotoProps = {
  relationship: Relationship;
  state: OnboardingState;
  together: boolean;
  saving: boolean;
  onSave: (photoId: string) => void;
  onSkip: () => void;
  onBack: () => void;
};

export function OnboardingPhoto({
  relationship,
  state,
  together,
  saving,
  onSave,
  onSkip,
  onBack,
}: OnboardingPhotoProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const { photoId } = state;
  const single = use(SingleStep);
  const list = `onboarding-photo-${relationship.clientId}`;
  // A chosen photo must arrive before the step is left.
  const uploading = useUploads().some((one) => one.list === list && UPLOADING.has(one.status));
  return (
    <Stack mt="lg">
      {state.accepted ? (
        <>
          <PhotoInput
            label="Photo"
            list={list}
            target={{ ...relationship, purpose: 'avatar' }}
            current={
              photoId ? { url: fileUrl(relationship.coachId, photoId, 'thumb'), alt: 'Current photo' } : undefined
            }
            onChange={setChosen}
          />
          <Muted>
            Only {together ? 'you' : state.coachName} and {together ? state.fullName : 'you'} see it.
          </Muted>
        </>
      ) : (
        <Text>{state.fullName} can add a photo once they have joined.</Text>
      )}
      <StepActions
        onBack={onBack}
        saving={saving || uploading}
        onNext={() => (chosen ? onSave(chosen) : onSkip())}
        label={state.accepted && !photoId && !chosen && !uploading && !single ? 'Skip' : undefined}
      />
    </Stack>
  );
}
