import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import type { Plan } from '@stridewell/contract/billing.rules';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { ProblemAlert } from '../../components/problem-alert.tsx';
import { authMessage, signUp } from '../../lib/auth-client.ts';
import { toast } from '../../lib/toasts.ts';

const FAILED = 'Failed to create account. Please try again.';
const SHORTEST_PASSWORD = 8;

type AccountSetupFormProps = {
  plan: Plan;
  checkoutSessionId?: string;
  /** The address that paid. The account gets the same one. */
  paidBy?: string | null;
  onSignedUp: () => Promise<void>;
};

export function AccountSetupForm({ plan, checkoutSessionId, paidBy = null, onSignedUp }: AccountSetupFormProps) {
  const [values, setValues] = useState({ fullName: '', email: '', password: '', confirmPassword: '' });
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  // Two clicks may come before the screen shows the first one.
  const sending = useRef(false);
  const email = paidBy ?? values.email;
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
    const { error, signedIn } = await signUp({
      name: values.fullName,
      email,
      password: values.password,
      planIntent: plan,
      ...(checkoutSessionId ? { checkoutSessionId } : {}),
    });
    if (error) {
      setProblem(error.message ? authMessage(error) : FAILED);
      return;
    }
    await (signedIn ? onSignedUp() : navigate({ to: '/auth' }));
    toast.success('Account created successfully! Please check your email to verify your account.');
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (sending.current) return;
    const { password, confirmPassword } = values;
    if (password !== confirmPassword) return setProblem('Passwords do not match');
    if (password.length < SHORTEST_PASSWORD) return setProblem('Password must be at least 8 characters long');
    sending.current = true;
    setBusy(true);
    setProblem(null);
    try {
      await create();
    } catch {
      setProblem(FAILED);
    } finally {
      sending.current = false;
      setBusy(false);
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} aria-label="Your account">
      <Stack gap="md">
        <ProblemAlert text={problem} />
        <TextInput label="Full name" autoComplete="name" {...field('fullName')} />
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          description={paidBy === null ? undefined : 'The address you paid with'}
          {...field('email')}
          value={email}
          readOnly={paidBy !== null}
        />
        <PasswordInput
          label="Password"
          description="At least 8 characters"
          autoComplete="new-password"
          {...field('password')}
        />
        <PasswordInput label="Confirm password" autoComplete="new-password" {...field('confirmPassword')} />
        <Button type="submit" size="md" disabled={busy}>
          {busy ? 'Creating Account...' : 'Create Account & Get Started'}
        </Button>
        <Text size="sm" c="dimmed">
          By creating an account you agree to our{' '}
          <Anchor inherit underline="always" component={Link} to="/terms">
            Terms
          </Anchor>{' '}
          and{' '}
          <Anchor inherit underline="always" component={Link} to="/privacy">
            Privacy Policy
          </Anchor>
          .
        </Text>
      </Stack>
    </form>
  );
}
