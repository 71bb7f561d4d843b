import { Alert, Anchor, Button, Group, PasswordInput, Skeleton, Stack, TextInput } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { type FormEvent, lazy, Suspense, useState } from 'react';
import { authClient, authMessage, UNEXPECTED } from '../../lib/auth-client.ts';
import { toast } from '../../lib/toasts.ts';

const SecondStepForm = lazy(() =>
  import('./second-step-form.tsx').then(({ SecondStepForm: component }) => ({ default: component })),
);

type SignInFormProps = {
  /** The simpler form checks for empty fields in its own words and has no reset. */
  simple?: boolean;
  onForgot?: () => void;
  /** Takes the person on. Rejects when the new session cannot be read, which is then shown here. */
  onSignedIn: () => Promise<void>;
};

export function SignInForm({ simple = false, onForgot, onSignedIn }: SignInFormProps) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [secondStep, setSecondStep] = useState(false);

  async function enter() {
    await onSignedIn();
    toast.success('Signed in successfully');
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    if (simple && (!email || !password)) {
      setProblem('Please enter both email and password');
      return;
    }
    setBusy(true);
    setProblem(null);
    try {
      const { data, error } = await authClient.signIn.email({ email, password });
      if (error) {
        setProblem(authMessage(error));
        return;
      }
      if ('twoFactorRedirect' in data) setSecondStep(true);
      else await enter();
    } catch {
      setProblem(UNEXPECTED);
    } finally {
      setBusy(false);
    }
  }

  if (secondStep) {
    const back = () => {
      setPassword('');
      setSecondStep(false);
    };
    return (
      <Suspense fallback={<Skeleton h={220} />}>
        <SecondStepForm onEntered={enter} onBack={back} />
      </Suspense>
    );
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate={simple}>
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
          required={!simple}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          label="Password"
          name="password"
          autoComplete="current-password"
          required={!simple}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" size="md" disabled={busy}>
          {busy ? 'Please wait...' : 'Sign In'}
        </Button>
        {onForgot && (
          <Group justify="center">
            <Anchor component="button" type="button" size="sm" onClick={onForgot}>
              Forgot password?
            </Anchor>
          </Group>
        )}
      </Stack>
    </form>
  );
}
