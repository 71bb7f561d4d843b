import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

type DeclineInvitationProps = {
  coachName: string;
  decline: { mutate: () => void; isPending: boolean; error: Error | null; reset: () => void };
  size?: 'md';
};

/** Declines an invitation after a confirmation, because its link stops working. */
export function DeclineInvitation({ coachName, decline, ...buttonProps }: DeclineInvitationProps) {
  const [asking, dialog] = useDisclosure(false);
  return (
    <>
      <Button variant="subtle" color="gray" mih={44} onClick={dialog.open} {...buttonProps}>
        Decline
      </Button>
      <ConfirmDialog
        opened={asking}
        title={`Decline ${coachName}’s invitation?`}
        confirmLabel="Decline invitation"
        cancelLabel="Keep it open"
        action={decline}
        onConfirm={() => decline.mutate()}
        onClose={dialog.close}
      >
        {`${coachName} sees that you declined, and nothing else about you. If you change your mind, they can invite you again.`}
      </ConfirmDialog>
    </>
  );
}
