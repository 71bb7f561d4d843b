import { Button, Group, Stack } from '@mantine/core';
import type { CoachCard } from '@stridewell/contract/coaches/coaches';
import { useCallback } from 'react';
import { PhotoInput } from '../../shared/photo-input.tsx';
import { Muted } from '../../ui/muted.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { useSetCoachPhoto } from './coaches.queries.ts';

/** The photo on the coach's card; stored as soon as it has arrived. */
export function CoachPhoto({ coach }: { coach: CoachCard }) {
  const { coachId, photoUrl } = coach;
  const { mutate, error, isPending } = useSetCoachPhoto(coachId);
  const use = useCallback((fileId: string | null) => fileId && mutate(fileId), [mutate]);
  return (
    <Stack gap="sm">
      <ProblemAlert error={error} fallback="Your photo was not saved. Please try again." />
      <PhotoInput
        label="Your photo"
        list={`coach-photo-${coachId}`}
        target={{ coachId, purpose: 'coach_photo' }}
        current={photoUrl ? { url: photoUrl, alt: 'You' } : undefined}
        onChange={use}
      />
      <Group justify="space-between">
        <Muted>Only your current clients see it.</Muted>
        {photoUrl && (
          <Button variant="subtle" color="gray" size="xs" loading={isPending} onClick={() => mutate(null)}>
            Remove photo
          </Button>
        )}
      </Group>
    </Stack>
  );
}
