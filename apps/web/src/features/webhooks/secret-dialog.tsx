import { Button, Group, Stack, Text } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { copyText } from '../../lib/copy-text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Muted } from '../../ui/muted.tsx';

/** Shows a new secret, which cannot be shown again. */
export const SecretDialog = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <Dialog opened onClose={onClose} title="Copy the secret">
    <Stack gap="md">
      <Text>
        Every event is signed with this secret, so the receiver can check that it comes from here. It is shown only now.
      </Text>
      <Text ff="monospace" size="sm" style={{ overflowWrap: 'anywhere' }}>
        {secret}
      </Text>
      <Muted>Signatures follow Standard Webhooks. If you lose the secret, make a new one.</Muted>
      <Group justify="flex-end">
        <Button
          data-autofocus
          variant="light"
          leftSection={<IconCopy size={18} stroke={1.75} aria-hidden />}
          onClick={() => copyText(secret, 'Secret copied', 'Select the secret and copy it.')}
        >
          Copy secret
        </Button>
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  </Dialog>
);
