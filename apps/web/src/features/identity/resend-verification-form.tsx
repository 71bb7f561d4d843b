import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertCircle, IconMailForward } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useResend } from './identity.verification.ts';

/** Mails the verification link again; works for somebody who is signed out. */
export function ResendVerificationForm({ initialEmail = '' }: { initialEmail?: string }) {
  const [email, setEmail] = useState(initialEmail);
  const { state, problem, send } = useResend();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(email);
  };

  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {problem && (
          <Alert color="red" role="alert" icon={<IconAlertCircle size={18} />}>
            {problem}
          </Alert>
        )}
        {state === 'sent' && (
          <Alert role="status" icon={<IconMailForward size={18} />}>
            If this address is waiting for verification, a new link is on its way.
          </Alert>
        )}
        <TextInput
          label="Email"
          type="email"
          autoComplete="email"
          required
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button type="submit" size="md" disabled={state === 'busy'}>
          {state === 'busy' ? 'Please wait...' : 'Send verification link'}
        </Button>
        <Text size="sm" c="dimmed">
          The link works for 24 hours. Look in the spam folder as well.
        </Text>
      </Stack>
    </form>
  );
}
