import { Anchor, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import type { Plan } from '@stridewell/contract/billing/billing.rules';
import { PASSWORD_PROBLEMS, passwordWeaknesses } from '@stridewell/contract/people.rules';
import { useState } from 'react';
import { AuthRefusal, authMessage } from '../../lib/auth-refusal.ts';
import { toast } from '../../lib/toasts.ts';
import { AuthForm } from '../../shared/auth-form.tsx';
import { ProviderButtons } from '../../shared/provider-buttons.tsx';
import { ACCOUNT_CREATED } from './billing.setup.ts';

const FAILED = 'Failed to create account. Please try again.';

/** Both leave the page. When one rejects, the form shows the failure. */
export type SetupExits = {
  /** Called with the new session. */
  onSignedUp: () => Promise<void>;
  /** Called when the account exists and its owner has to sign in. */
  onSignIn: () => Promise<void>;
};

type AccountSetupFormProps = SetupExits & {
  plan: Plan;
  checkoutSessionId?: string;
  /** The address that paid. The account gets the same one. */
  paidBy?: string | null;
};

export function AccountSetupForm({ plan, checkoutSessionId, paidBy = null, ...exits }: AccountSetupFormProps) {
  const [values, setValues] = useState({ fullName: '', email: paidBy ?? '', password: '', confirmPassword: '' });
  const field = (name: keyof typeof values) => ({
    name,
    required: true,
    value: values[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      const { value } = event.currentTarget;
      setValues((before) => ({ ...before, [name]: value }));
    },
  });

  async function create() {
    const { fullName: name, email, password, confirmPassword } = values;
    if (password !== confirmPassword) throw new AuthRefusal('Passwords do not match');
    const [weakness] = passwordWeaknesses(password);
    if (weakness) throw new AuthRefusal(PASSWORD_PROBLEMS[weakness]);
    // As large as this page, and only sending needs it.
    const { signUp } = await import('../../lib/auth-client.ts');
    const account = { name, email, password, planIntent: plan };
    const { error, signedIn } = await signUp({ ...account, ...(checkoutSessionId && { checkoutSessionId }) });
    if (error) throw new AuthRefusal(error.message ? authMessage(error) : FAILED);
    await (signedIn ? exits.onSignedUp() : exits.onSignIn());
    toast.success(ACCOUNT_CREATED);
  }

  return (
    <Stack gap="md">
      <AuthForm
        aria-label="Your account"
        submitLabel="Create Account & Get Started"
        busyLabel="Creating Account..."
        fallback={FAILED}
        send={create}
        footer={
          <Text size="sm" c="dimmed">
            By creating an account you agree to our{' '}
            <Anchor inherit underline="always" href="/terms">
              Terms
            </Anchor>{' '}
            and{' '}
            <Anchor inherit underline="always" href="/privacy">
              Privacy Policy
            </Anchor>
            .
          </Text>
        }
      >
        <TextInput label="Full name" autoComplete="name" {...field('fullName')} />
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          description={paidBy === null ? undefined : 'The address you paid with'}
          readOnly={paidBy !== null}
          {...field('email')}
        />
        <PasswordInput
          label="Password"
          description="At least 8 characters"
          autoComplete="new-password"
          {...field('password')}
        />
        <PasswordInput label="Confirm password" autoComplete="new-password" {...field('confirmPassword')} />
      </AuthForm>
      <ProviderButtons
        next="/coach-onboarding"
        signUp={{ planIntent: plan, ...(checkoutSessionId && { checkoutSessionId }) }}
      />
    </Stack>
  );
}
