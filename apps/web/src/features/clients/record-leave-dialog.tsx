import { Button, Group, Modal, Stack, Text } from '@mantine/core';

type RecordLeaveDialogProps = { opened: boolean; onStay: () => void; onLeave: () => void };

/** Asked before what was typed is thrown away. */
export function RecordLeaveDialog({ opened, onStay, onLeave }: RecordLeaveDialogProps) {
  return (
    <Modal opened={opened} onClose={onStay} title="Leave without saving?">
      <Stack gap="md">
        <Text>What you changed on this page has not been saved.</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onStay} data-autofocus>
            Keep editing
          </Button>
          <Button color="red" onClick={onLeave}>
            Leave without saving
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
