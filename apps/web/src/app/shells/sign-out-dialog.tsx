import { Button, Modal, Stack, Text } from '@mantine/core';
import type { CurrentSession } from '@stridewell/contract/identity';
import { checkInDraftOf } from '../../features/checkins/checkins.outbox.ts';
import { sessionStore } from '../session.ts';
import { type Unsent, unsentWords } from './use-outboxes.ts';

/** As long as somebody who wants to leave is kept waiting for a draft to be saved. */
const PATIENCE_MS = 2500;

/** What the server has of a begun check-in does not stay on a device that others may use. */
export async function signOut({ user, client }: CurrentSession): Promise<void> {
  const saved = client && checkInDraftOf(user.id, client).leave();
  await Promise.race([saved, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  await sessionStore.signOut();
}

type SignOutDialogProps = { session: CurrentSession; unsent: Unsent; opened: boolean; onClose: () => void };

/** Asked while something of this person has not arrived. */
export function SignOutDialog({ session, unsent, opened, onClose }: SignOutDialogProps) {
  const { messages, checkIns } = unsent.all;
  const isOne = messages + checkIns === 1;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Sign out before everything is sent?"
      closeButtonProps={{ 'aria-label': 'Close' }}
      attributes={{ header: { role: 'none' } }}
      radius="lg"
    >
      <Stack gap="md">
        <Text>
          {unsentWords(unsent.all)} {isOne ? 'has' : 'have'} not been sent yet.
        </Text>
        <Text c="dimmed">
          {unsent.full
            ? 'This device has no room to keep everything, so what is not sent may be lost.'
            : `${isOne ? 'It stays' : 'They stay'} on this device, where nobody else can see ${isOne ? 'it' : 'them'} in the app, and ${isOne ? 'goes' : 'go'} out when you sign in here again.`}
        </Text>
        <Button size="md" data-autofocus onClick={onClose}>
          Stay signed in
        </Button>
        <Button size="md" variant="subtle" color="gray" onClick={() => void signOut(session)}>
          Sign out anyway
        </Button>
      </Stack>
    </Modal>
  );
}
