import { Button, Stack, Text } from '@mantine/core';
import type { CurrentSession } from '@stridewell/contract/identity/identity';
import { SignInForm } from '../../features/identity/sign-in-form.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { sessionStore } from '../session.ts';

/** Above the dialogs of the page, which stay open beneath it. */
const ABOVE_DIALOGS = 1000;

/**
 * The sign-in that covers the page when its session ended elsewhere. The page stays mounted beneath it, so typed values
 * survive, and its content is hidden.
 */
export default function SessionEnded({ session }: { session: CurrentSession }) {
  const { email } = session.user;
  return (
    <Dialog
      opened
      fullScreen
      title="Please sign in again"
      withCloseButton={false}
      closeOnEscape={false}
      zIndex={ABOVE_DIALOGS}
      styles={{ header: { width: '100%', maxWidth: 432, marginInline: 'auto', paddingTop: 48 } }}
      onClose={() => undefined}
      // Escape would close a dialog of the page with what was typed into it.
      onFocusCapture={({ target }) => target.setAttribute('data-mantine-stop-propagation', 'true')}
    >
      <Stack maw={400} mx="auto" gap="lg">
        <Text>
          You were signed out, perhaps from another device. Sign in as {email} to continue where you were. What you
          typed is still there.
        </Text>
        <SignInForm
          initialEmail={email}
          onSignedIn={async () => (await sessionStore.apply('SIGNED_IN')).state === 'signed_in'}
        />
        <Button variant="subtle" color="gray" onClick={() => void sessionStore.signOut()}>
          Leave this page
        </Button>
      </Stack>
    </Dialog>
  );
}
