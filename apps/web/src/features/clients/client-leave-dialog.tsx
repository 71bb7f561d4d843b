import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ClientSummary } from '@stridewell/contract/clients';

type ClientLeaveDialogProps = { client: ClientSummary; opened: boolean; onClose: () => void; onConfirm: () => void };

/** Says what a client loses and keeps before they are archived, or an invitation is revoked. */
export function ClientLeaveDialog({ client, opened, onClose, onConfirm }: ClientLeaveDialogProps) {
  const { fullName } = client;
  const invited = client.status === 'invited';
  const confirm = () => {
    onClose();
    onConfirm();
  };
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={invited ? `Revoke the invitation of ${fullName}?` : `Archive ${fullName}?`}
    >
      <Stack gap="md">
        <Text>
          {invited
            ? 'The link in their mail stops working at once and the seat is free. You can invite them again later.'
            : 'They can no longer send check-ins, and the seat is free. Their history stays: you and they can read it, and you can restore them while you have a free seat.'}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {invited ? 'Keep invitation' : 'Keep client'}
          </Button>
          <Button color="red" onClick={confirm}>
            {invited ? 'Revoke invitation' : 'Archive client'}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
