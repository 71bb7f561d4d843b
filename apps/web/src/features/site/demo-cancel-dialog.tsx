import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { messageOf } from '../../lib/errors.ts';
import { useCancelDemo } from './site.queries.ts';

type DemoCancelDialogProps = { token: string; when: string; opened: boolean; onClose: () => void };

/** Asks once more, because the time may be somebody else's a moment later. */
export function DemoCancelDialog({ token, when, opened, onClose }: DemoCancelDialogProps) {
  const cancel = useCancelDemo(token);
  return (
    <Modal opened={opened} onClose={onClose} title="Cancel the demo?">
      <Stack gap="md">
        <Text>The time on {when} becomes free for others.</Text>
        {cancel.error && (
          <Alert color="red" role="alert" icon={<IconAlertCircle size={18} />}>
            {messageOf(cancel.error, 'We could not cancel it. Your demo is still booked, so please try again.')}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            Keep the demo
          </Button>
          <Button color="red" loading={cancel.isPending} onClick={() => cancel.mutate()}>
            Cancel the demo
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
