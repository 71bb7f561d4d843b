import { Anchor, Group, PasswordInput, Skeleton, TextInput } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { AuthForm } from '../../components/auth-form.tsx';
import { AuthRefusal, authClient, authData } from '../../lib/auth-client.ts';
import { toast } from '../../lib/toasts.ts';

const SecondStepForm = lazy(() =>
  import('./second-step-form.tsx').then(({ SecondStepForm: component }) => ({ default: component })),
);

type SignInFormProps = {
  /** The form of `/auth-simple`: it checks for empty fields itself and has no reset. */
  simple?: boolean;
  onForgot?: () => void;
  initialEmail?: string;
  /** Leaves the page; false when the person has to wait on it. Rejects when the new session cannot be loaded. */
  onSignedIn: () => Promise<boolean>;
};

export function SignInForm({ simple = false, onForgot, initialEmail = '', onSignedIn }: SignInFormProps) {
  const [email, setEmail] = useState(initialEmail);
  const [password, setPassword] = useState('');
  const [secondStep, setSecondStep] = useState(false);

  async function finish() {
    if (await onSignedIn()) toast.success('Signed in successfully');
  }
  async function signIn() {
    if (simple && (!email || !password)) throw new AuthRefusal('Please enter both email and password');
    const answer = await authData(authClient.signIn.email({ email, password }));
    if (answer && 'twoFactorRedirect' in answer) setSecondStep(true);
    else await finish();
  }

  if (secondStep) {
    const back = () => {
      setPassword('');
      setSecondStep(false);
    };
    return (
      <Suspense fallback={<Skeleton h={220} />}>
        <SecondStepForm onEntered={finish} onBack={back} />
      </Suspense>
    );
  }
  return (
    <AuthForm
      noValidate={simple}
      submitLabel="Sign In"
      send={signIn}
      footer={
        onForgot && (
          <Group justify="center">
            <Anchor component="button" type="button" size="sm" onClick={onForgot}>
              Forgot password?
            </Anchor>
          </Group>
        )
      }
    >
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
        {...(initialEmail && { 'data-autofocus': true })}
        required={!simple}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
    </AuthForm>
  );
}
