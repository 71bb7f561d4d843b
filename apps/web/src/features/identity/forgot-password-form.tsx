import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconMailForward } from '@tabler/icons-react';
import { useState } from 'react';
import { authClient, authData } from '../../lib/auth-client.ts';
import { AuthForm } from '../../shared/auth-form.tsx';

/** Requests a reset link. Never reveals whether the address has an account. */
export function ForgotPasswordForm({ onBack }: { onBack: () => void }) {
  const [email, setEmail] = useState('');
  const [sent, setSent] = useState(false);
  const send = async () => {
    await authData(authClient.requestPasswordReset({ email, redirectTo: '/auth' }));
    setSent(true);
  };
  if (sent) {
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
    <AuthForm
      submitLabel="Send Reset Link"
      send={send}
      footer={
        <Group justify="center">
          <Anchor component="button" type="button" size="sm" onClick={onBack}>
            Back to Sign In
          </Anchor>
        </Group>
      }
    >
      <TextInput
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        required
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
    </AuthForm>
  );
}
