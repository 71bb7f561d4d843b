import { Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { CurrentSession } from '@stridewell/contract/identity/identity';
import { listDraftStores } from '../../features/checkins/checkins.outbox.ts';
import { atMost } from '../../lib/at-most.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { sumOf, type Unsent, unsentWords } from '../sending/unsent.ts';
import { useUnsent } from '../sending/use-unsent.ts';
import { sessionStore } from '../session.ts';

/** The longest wait for a draft to be saved before signing out. */
const PATIENCE_MS = 2500;

/** Deletes saved check-in drafts from the device, which others may use. */
async function signOut({ user }: CurrentSession): Promise<void> {
  const saved = Promise.all(listDraftStores(user.id).map((store) => store.clearSaved()));
  await atMost(PATIENCE_MS, saved);
  await sessionStore.signOut();
}

/** Signs out, after a question while something has not arrived. The dialog asks it. */
export function useSignOut(session: CurrentSession) {
  const unsent = useUnsent(session);
  const [asking, dialog] = useDisclosure(false);
  return {
    leave: () => (unsentWords(unsent.all) ? dialog.open() : void signOut(session)),
    dialog: <SignOutDialog session={session} unsent={unsent} opened={asking} onClose={dialog.close} />,
  };
}

type SignOutDialogProps = { session: CurrentSession; unsent: Unsent; opened: boolean; onClose: () => void };

/** Asked while something of this person has not arrived. */
function SignOutDialog({ session, unsent, opened, onClose }: SignOutDialogProps) {
  const isOne = sumOf(unsent.all) === 1;
  const moving = sumOf(unsent.moving);
  const [it, stays] = isOne ? ['it', 'It stays'] : ['them', 'They stay'];
  const where = `${stays} on this device, where only you can see ${it} in the app`;
  const goes = isOne ? 'goes' : moving === sumOf(unsent.all) ? 'go' : 'what can be sent goes';
  return (
    <Dialog opened={opened} onClose={onClose} title="Sign out before everything is sent?">
      <Stack gap="md">
        <Text>
          {unsentWords(unsent.all)} {isOne ? 'has' : 'have'} not been sent yet.
        </Text>
        <Text c="dimmed">
          {unsent.full
            ? 'This device is low on storage, so anything unsent may be lost.'
            : `${where}${moving > 0 ? `, and ${goes} out when you sign in here again` : ''}.`}
        </Text>
        <Button size="md" data-autofocus onClick={onClose}>
          Stay signed in
        </Button>
        <Button size="md" variant="subtle" color="gray" onClick={() => void signOut(session)}>
          Sign out anyway
        </Button>
      </Stack>
    </Dialog>
  );
}
