import { Anchor, Button, Divider, Group, PasswordInput, Skeleton, Stack, TextInput } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { authClient, authData } from '../../lib/auth-client.ts';
import { AuthRefusal } from '../../lib/auth-refusal.ts';
import { hasPasskeys } from '../../lib/passkey-support.ts';
import { product } from '../../lib/product.ts';
import { toast } from '../../lib/toasts.ts';
import { AuthForm } from '../../shared/auth-form.tsx';
import { ProviderButtons } from '../../shared/provider-buttons.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { type SignInAnswer, wantsSecondStep } from './identity.sign-in.ts';
import { PasskeyButton } from './passkey-button.tsx';

const SecondStepForm = lazy(() =>
  import('./second-step-form.tsx').then(({ SecondStepForm: component }) => ({ default: component })),
);
const SignInCodeForm = lazy(() =>
  import('./sign-in-code-form.tsx').then(({ SignInCodeForm: component }) => ({ default: component })),
);
const SignInPhoneForm = lazy(() =>
  import('./sign-in-phone-form.tsx').then(({ SignInPhoneForm: component }) => ({ default: component })),
);

type Step = 'password' | 'code' | 'phone' | 'second';

type SignInFormProps = {
  /** The form of `/auth-simple`: it checks for empty fields itself and has no reset. */
  simple?: boolean;
  onForgot?: () => void;
  initialEmail?: string;
  /** The page after a sign-in with a provider, which leaves this one. Without it, no provider is offered. */
  next?: string | undefined;
  /** `second`: a mailed link was the first step. */
  initialStep?: Step;
  /** Leaves the page; false when the person has to wait on it. Rejects when the new session cannot be loaded. */
  onSignedIn: () => Promise<boolean>;
};

export function SignInForm({
  simple = false,
  onForgot,
  initialEmail = '',
  next,
  initialStep = 'password',
  onSignedIn,
}: SignInFormProps) {
  const [email, setEmail] = useState(initialEmail);
  const [password, setPassword] = useState('');
  const [step, setStep] = useState<Step>(initialStep);
  const [problem, setProblem] = useState<unknown>(null);
  /** At the domain of another coach: the sign-in of the product. */
  const [home, setHome] = useState<string>();
  const noteHome = (refused: unknown) => setHome(refused instanceof AuthRefusal ? refused.home : undefined);

  const failed = (refused: unknown) => {
    setProblem(refused);
    noteHome(refused);
  };
  async function finish() {
    if (await onSignedIn()) toast.success('Signed in successfully');
  }
  async function proceed(answer: SignInAnswer) {
    if (wantsSecondStep(answer)) setStep('second');
    else await finish();
  }
  async function signIn() {
    if (simple && (!email || !password)) throw new AuthRefusal('Please enter both email and password');
    try {
      await proceed(await authData<SignInAnswer>(authClient.signIn.email({ email, password })));
    } catch (refused) {
      noteHome(refused);
      throw refused;
    }
  }

  if (step !== 'password') {
    const back = () => {
      setPassword('');
      setStep('password');
    };
    return (
      <Suspense fallback={<Skeleton h={220} />}>
        {step === 'second' && <SecondStepForm onEntered={finish} onBack={back} />}
        {step === 'code' && <SignInCodeForm initialEmail={email} onEntered={proceed} onBack={back} />}
        {step === 'phone' && <SignInPhoneForm onEntered={proceed} onBack={back} />}
      </Suspense>
    );
  }
  return (
    <Stack gap="md">
      <AuthForm
        noValidate={simple}
        submitLabel="Sign In"
        send={signIn}
        footer={
          !simple && (
            <Group justify="space-between">
              {onForgot && (
                <Anchor component="button" type="button" size="sm" onClick={onForgot}>
                  Forgot password?
                </Anchor>
              )}
              <Anchor component="button" type="button" size="sm" onClick={() => setStep('code')}>
                Email me a code
              </Anchor>
              {product.textsCodes && (
                <Anchor component="button" type="button" size="sm" onClick={() => setStep('phone')}>
                  Text me a code
                </Anchor>
              )}
            </Group>
          )
        }
      >
        <TextInput
          label="Email"
          type="email"
          name="email"
          autoComplete={simple ? 'username' : 'username webauthn'}
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
      {home && (
        <Button component="a" href={home} variant="default" h="auto" mih={44} py="xs">
          <span style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
            Open the sign-in at {new URL(home).host}
          </span>
        </Button>
      )}
      {!simple && (
        <>
          <ProblemAlert error={problem} />
          {hasPasskeys() && <Divider label="or" />}
          <Stack gap="sm">
            <PasskeyButton suggests onEntered={finish} onFailed={failed} />
            {next !== undefined && <ProviderButtons next={next} hasDivider={!hasPasskeys()} />}
          </Stack>
        </>
      )}
    </Stack>
  );
}
