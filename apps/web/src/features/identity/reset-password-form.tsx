import { Button, PasswordInput, Stack } from '@mantine/core';
import { authClient, authData } from '../../lib/auth-client.ts';
import { UNEXPECTED } from '../../lib/auth-refusal.ts';
import { toast } from '../../lib/toasts.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { useSchemaForm } from '../../ui/schema-form.ts';

type ResetPasswordFormProps = {
  token: string;
  /** Leaves the page. Resolves to whether the person is signed in, which a second step prevents. */
  onDone: () => Promise<boolean>;
};

/** Saves a new password. Only then does the server sign the person in. */
export function ResetPasswordForm({ token, onDone }: ResetPasswordFormProps) {
  const form = useSchemaForm(async () => (await import('./identity.schemas.ts')).passwordReset, {
    initialValues: { newPassword: '', confirm: '' },
    fallback: UNEXPECTED,
    async submit({ newPassword }) {
      await authData(authClient.resetPassword({ newPassword, token }));
      const isSignedIn = await onDone();
      toast.success(
        isSignedIn ? 'Password reset successful. You are now logged in.' : 'Password reset successful. Please sign in.',
      );
    },
  });
  return (
    <form {...form.formProps}>
      <Stack gap="md">
        <ProblemAlert text={form.problem} />
        <PasswordInput
          label="New password"
          description="At least 8 characters"
          autoComplete="new-password"
          {...form.getInputProps('newPassword')}
        />
        <PasswordInput label="Confirm password" autoComplete="new-password" {...form.getInputProps('confirm')} />
        <Button type="submit" size="md" disabled={form.busy}>
          {form.busy ? 'Please wait...' : 'Save new password'}
        </Button>
      </Stack>
    </form>
  );
}
