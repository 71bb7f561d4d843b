import { Stack, Text } from '@mantine/core';
import { Dialog } from '../../ui/dialog.tsx';
import { SignInForm } from './sign-in-form.tsx';

type SignInAgainProps = { email: string; onSignedIn: () => Promise<void>; onClose: () => void };

/** Asks for a sign-in before a change of how the person signs in. The page stays as it is. */
export function SignInAgain({ email, onSignedIn, onClose }: SignInAgainProps) {
  const here = `${window.location.pathname}?section=security`;
  return (
    <Dialog opened title="Please sign in again" onClose={onClose} closeOnClickOutside={false}>
      <Stack gap="md">
        <Text>Before you change how you sign in, we make sure that it is you.</Text>
        <SignInForm
          initialEmail={email}
          next={here}
          onSignedIn={async () => {
            await onSignedIn();
            return false;
          }}
        />
      </Stack>
    </Dialog>
  );
}
