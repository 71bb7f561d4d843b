import { Text, TextInput } from '@mantine/core';
import { IconMailForward } from '@tabler/icons-react';
import { useState } from 'react';
import { AuthForm } from '../../shared/auth-form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useSendVerification } from './identity.verification.ts';

/** Mails the verification link again, also to people who are signed out. */
export function ResendVerificationForm({ initialEmail = '' }: { initialEmail?: string }) {
  const [email, setEmail] = useState(initialEmail);
  const send = useSendVerification();
  return (
    <AuthForm
      submitLabel="Send verification link"
      send={() => send.mutateAsync(email)}
      footer={
        <Text size="sm" c="dimmed">
          The link works for 24 hours. Check your spam folder too.
        </Text>
      }
    >
      {send.isSuccess && (
        <Notice role="status" icon={<IconMailForward size={18} />}>
          If this address is waiting for verification, a new link is on its way.
        </Notice>
      )}
      <TextInput
        label="Email"
        type="email"
        autoComplete="email"
        required
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
    </AuthForm>
  );
}
