import { Alert, Button, Group, Modal, NativeSelect, Stack, Text } from '@mantine/core';
import type { BroadcastClient } from '@stridewell/contract/notifications';
import { personalizeMessage } from '@stridewell/contract/notifications.rules';
import { IconAlertCircle } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './broadcast.module.css';
import { people } from './notifications.broadcasts.ts';

type BroadcastPreviewProps = {
  body: string;
  /** At least one. */
  to: readonly BroadcastClient[];
  isSending: boolean;
  problem: string | null;
  onClose: () => void;
  onSend: () => void;
};

/** The message as one of the recipients will read it, and the button that sends it to all. */
export function BroadcastPreview({ body, to, isSending, problem, onClose, onSend }: BroadcastPreviewProps) {
  const [shownId, setShownId] = useState(to[0]?.clientId ?? '');
  const shown = to.find(({ clientId }) => clientId === shownId);
  return (
    <Modal
      opened
      onClose={onClose}
      title={`To ${people(to.length)}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
      attributes={{ header: { role: 'none' } }}
      radius="lg"
      size="lg"
    >
      <Stack gap="md">
        {problem && (
          <Alert color="red" role="alert" icon={<IconAlertCircle size={18} />}>
            {problem}
          </Alert>
        )}
        <NativeSelect
          label="As read by"
          data={to.map(({ clientId, fullName }) => ({ value: clientId, label: fullName }))}
          value={shownId}
          onChange={({ currentTarget: { value } }) => setShownId(value)}
        />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long message is scrolled by keyboard. */}
        <section className={classes.bubble} tabIndex={0} aria-label="Message as it arrives">
          <Text>{personalizeMessage(body, shown?.fullName ?? '')}</Text>
        </section>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Keep editing
          </Button>
          <Button loading={isSending} onClick={onSend} data-autofocus>
            Send to {people(to.length)}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
