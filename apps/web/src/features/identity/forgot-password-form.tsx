import { Alert, Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertCircle, IconMailForward } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { authClient, authMessage, UNEXPECTED } from '../../lib/auth-client.ts';

/** Asks for a reset link, then says where to look for it. Never tells whether the address has an account. */
export function ForgotPasswordForm({ onBack }: { onBack: () => void }) {
  const [email, setEmail] = useState('');
  const [state, setState] = useState<'idle' | 'busy' | 'sent'>('idle');
  const [problem, setProblem] = useState<string | null>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (state === 'busy') return;
    setState('busy');
    setProblem(null);
    try {
      const { error } = await authClient.requestPasswordReset({ email, redirectTo: '/auth' });
      if (error) setProblem(authMessage(error));
      setState(error ? 'idle' : 'sent');
    } catch {
      setProblem(UNEXPECTED);
      setState('idle');
    }
  }

  if (state === 'sent') {
    return (
      <Stack gap="lg">
        <Group gap="sm" wrap="nowrap" align="flex-start">
          <IconMailForward size={24} stroke={1.75} aria-hidden />
          <Text role="status">Please check your email for the password reset link.</Text>
        </Group>
        <Button variant="light" onClick={onBack}>
          Back to Login
        </Button>
      </Stack>
    );
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        {problem && (
          <Alert color="red" role="alert" icon={<IconAlertCircle size={18} />}>
            {problem}
          </Alert>
        )}
        <TextInput
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          required
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button type="submit" size="md" disabled={state === 'busy'}>
          {state === 'busy' ? 'Please wait...' : 'Send Reset Link'}
        </Button>
        <Group justify="center">
          <Anchor component="button" type="button" size="sm" onClick={onBack}>
            Back to Sign In
          </Anchor>
        </Group>
      </Stack>
    </form>
  );
}
