import { Alert, Button, PasswordInput, Stack } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { password } from '@stridewell/contract/fields';
import { IconAlertCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { z } from 'zod';
import { authClient, authMessage, UNEXPECTED } from '../../lib/auth-client.ts';
import { toast } from '../../lib/toasts.ts';

const schema = z
  .object({ newPassword: password, confirm: z.string() })
  .refine(({ newPassword, confirm }) => newPassword === confirm, {
    path: ['confirm'],
    message: 'Passwords do not match',
  });

/**
 * Stores a new password; only then does the server sign the person in, unless a second step is left. `onDone` goes on and
 * answers whether they are in.
 */
export function ResetPasswordForm({ token, onDone }: { token: string; onDone: () => Promise<boolean> }) {
  const form = useForm({
    initialValues: { newPassword: '', confirm: '' },
    validate: schemaResolver(schema, { sync: true }),
  });
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const submit = form.onSubmit(async ({ newPassword }) => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      const { error } = await authClient.resetPassword({ newPassword, token });
      if (error) {
        setProblem(authMessage(error));
        return;
      }
      const entered = await onDone();
      toast.success(
        entered ? 'Password reset successful. You are now logged in.' : 'Password reset successful. Please sign in.',
      );
    } catch {
      setProblem(UNEXPECTED);
    } finally {
      setBusy(false);
    }
  });

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {problem && (
          <Alert color="red" role="alert" icon={<IconAlertCircle size={18} />}>
            {problem}
          </Alert>
        )}
        <PasswordInput
          label="New password"
          description="At least 8 characters"
          autoComplete="new-password"
          {...form.getInputProps('newPassword')}
        />
        <PasswordInput label="Confirm password" autoComplete="new-password" {...form.getInputProps('confirm')} />
        <Button type="submit" size="md" disabled={busy}>
          {busy ? 'Please wait...' : 'Save new password'}
        </Button>
      </Stack>
    </form>
  );
}
