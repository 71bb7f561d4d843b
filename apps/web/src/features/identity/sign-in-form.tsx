import { Anchor, Group, PasswordInput, Skeleton, TextInput } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { authClient, authData } from '../../lib/auth-client.ts';
import { AuthRefusal } from '../../lib/auth-refusal.ts';
import { toast } from '../../lib/toasts.ts';
import { AuthForm } from '../../shared/auth-form.tsx';
import { type SignInAnswer, wantsSecondStep } from './identity.sign-in.ts';

const SecondStepForm = lazy(() =>
  import('./second-step-form.tsx').then(({ SecondStepForm: component }) => ({ default: component })),
);
const SignInCodeForm = lazy(() =>
  import('./sign-in-code-form.tsx').then(({ SignInCodeForm: component }) => ({ default: component })),
);

type Step = 'password' | 'code' | 'second';

type SignInFormProps = {
  /** The form of `/auth-simple`: it checks for empty fields itself and has no reset. */
  simple?: boolean;
  onForgot?: () => void;
  initialEmail?: string;
  /** `second`: a mailed link was the first step. */
  initialStep?: Step;
  /** Leaves the page; false when the person has to wait on it. Rejects when the new session cannot be loaded. */
  onSignedIn: () => Promise<boolean>;
};

export function SignInForm({
  simple = false,
  onForgot,
  initialEmail = '',
  initialStep = 'password',
  onSignedIn,
}: SignInFormProps) {
  const [email, setEmail] = useState(initialEmail);
  const [password, setPassword] = useState('');
  const [step, setStep] = useState<Step>(initialStep);

  async function finish() {
    if (await onSignedIn()) toast.success('Signed in successfully');
  }
  async function proceed(answer: SignInAnswer) {
    if (wantsSecondStep(answer)) setStep('second');
    else await finish();
  }
  async function signIn() {
    if (simple && (!email || !password)) throw new AuthRefusal('Please enter both email and password');
    await proceed(await authData<SignInAnswer>(authClient.signIn.email({ email, password })));
  }

  if (step !== 'password') {
    const back = () => {
      setPassword('');
      setStep('password');
    };
    return (
      <Suspense fallback={<Skeleton h={220} />}>
        {step === 'second' ? (
          <SecondStepForm onEntered={finish} onBack={back} />
        ) : (
          <SignInCodeForm initialEmail={email} onEntered={proceed} onBack={back} />
        )}
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
          <Group justify="space-between">
            <Anchor component="button" type="button" size="sm" onClick={onForgot}>
              Forgot password?
            </Anchor>
            <Anchor component="button" type="button" size="sm" onClick={() => setStep('code')}>
              Email me a code
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
