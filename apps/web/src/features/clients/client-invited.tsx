import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { InvitedClient } from '@stridewell/contract/clients/clients';
import { IconCopy } from '@tabler/icons-react';
import { copyText } from '../../lib/copy-text.ts';
import { takeFocus } from '../../lib/take-focus.ts';
import { Muted } from '../../ui/muted.tsx';

type ClientInvitedProps = { client: InvitedClient; onAnother: () => void; onDone: () => void };

/** The result of adding a client, with the invite link. The link is shown only now. */
export function ClientInvited({ client: { fullName, email, invitationUrl }, onAnother, onDone }: ClientInvitedProps) {
  return (
    <Stack gap="md">
      <Text role="status">
        Invitation sent. {fullName} gets an email at <b>{email}</b> with a link to join you.
      </Text>
      {invitationUrl && (
        <Stack gap={6}>
          <Group gap="xs" align="flex-end" wrap="nowrap">
            <TextInput
              label="Invite link"
              flex={1}
              readOnly
              value={invitationUrl}
              onFocus={({ currentTarget }) => currentTarget.select()}
            />
            <Button
              ref={takeFocus}
              variant="light"
              leftSection={<IconCopy size={18} stroke={1.75} aria-hidden />}
              onClick={() => copyText(invitationUrl, 'Link copied', 'Select the link and copy it.')}
            >
              Copy link
            </Button>
          </Group>
          <Muted>Send it to {fullName} only. You see it only now; sending the invitation again makes a new one.</Muted>
        </Stack>
      )}
      <Group justify="flex-end">
        <Button variant="default" mih={{ base: 44, sm: 36 }} onClick={onAnother}>
          Add another
        </Button>
        <Button mih={{ base: 44, sm: 36 }} onClick={onDone} {...(!invitationUrl && { ref: takeFocus })}>
          Done
        </Button>
      </Group>
    </Stack>
  );
}
