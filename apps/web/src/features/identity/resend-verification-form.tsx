import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertCircle, IconMailForward } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { authClient, authMessage, UNEXPECTED } from '../../lib/auth-client.ts';

const tooSoon = (seconds: string | null): string =>
  `A link was sent a moment ago. Please wait ${seconds ? `${seconds} seconds` : 'a minute'} before the next one.`;

/** Mails the verification link again; works for somebody who is signed out. */
export function ResendVerificationForm({ initialEmail = '' }: { initialEmail?: string }) {
  const [email, setEmail] = useState(initialEmail);
  const [state, setState] = useState<'idle' | 'busy' | 'sent'>('idle');
  const [problem, setProblem] = useState<string | null>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (state === 'busy') return;
    setState('busy');
    setProblem(null);
    try {
      let wait: string | null = null;
      const { error } = await authClient.sendVerificationEmail({
        email,
        fetchOptions: {
          onError({ response }) {
            wait = response.headers.get('x-retry-after');
          },
        },
      });
      if (error) setProblem(error.status === 429 ? tooSoon(wait) : authMessage(error));
      setState(error ? 'idle' : 'sent');
    } catch {
      setProblem(UNEXPECTED);
      setState('idle');
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)}>
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
