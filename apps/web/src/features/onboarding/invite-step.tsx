import { Stack, Text } from '@mantine/core';
import { InviteMany, NO_INVITEES, useInviteMany } from '../../shared/invite-many.tsx';
import { StepActions } from '../../ui/step-actions.tsx';
import { useStepState } from '../../ui/step-memory.ts';
import { useAddClient } from './onboarding.queries.ts';

type InviteStepProps = {
  coachId: string;
  /** Why the coach cannot invite clients yet. */
  closed: string | undefined;
  onDone: () => void;
  onSkip: () => void;
  onBack: () => void;
};

/** Invites the first clients of a new coach. */
export function InviteStep({ coachId, closed, onDone, onSkip, onBack }: InviteStepProps) {
  const [list, setList] = useStepState('', () => NO_INVITEES);
  const { mutateAsync } = useAddClient(coachId);
  const invite = useInviteMany({ list, setList, add: mutateAsync });
  if (closed) {
    return (
      <Stack mt="lg">
        <Text>{closed}</Text>
        <StepActions onBack={onBack} onNext={onDone} label="Skip" />
      </Stack>
    );
  }
  const { count, tooMany, sending, send } = invite;
  return (
    <Stack mt="lg">
      <InviteMany list={list} setList={setList} invite={invite} />
      <StepActions
        onBack={onBack}
        onSkip={count > 0 ? onSkip : undefined}
        onNext={count > 0 && !tooMany ? () => void send() : onDone}
        label={count > 0 ? `Invite ${count}` : 'Next'}
        saving={sending}
      />
    </Stack>
  );
}
