import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ProblemAlert } from '../../components/problem-alert.tsx';
import { messageOf } from '../../lib/errors.ts';

type DeclineInvitationProps = {
  coachName: string;
  decline: { mutate: () => void; isPending: boolean; error: Error | null; reset: () => void };
  size?: 'md';
};

/** A quiet way to say no, which is asked for once more because the link does not work afterwards. */
export function DeclineInvitation({ coachName, decline, ...look }: DeclineInvitationProps) {
  const [asking, setAsking] = useState(false);
  const close = () => {
    setAsking(false);
    decline.reset();
  };
  return (
    <>
      <Button variant="subtle" color="gray" mih={44} onClick={() => setAsking(true)} {...look}>
        Decline
      </Button>
      <Modal opened={asking} onClose={close} title={`Decline ${coachName}’s invitation?`}>
        <Stack gap="md">
          <ProblemAlert text={decline.error && messageOf(decline.error, 'Nothing was changed. Please try again.')} />
          <Text>
            {coachName} hears that you declined, and nothing else about you. If you change your mind, they can invite
            you again.
          </Text>
          <Group justify="flex-end">
            <Button variant="default" mih={44} onClick={close} data-autofocus>
              Keep it open
            </Button>
            <Button color="red" mih={44} loading={decline.isPending} onClick={() => decline.mutate()}>
              Decline invitation
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
