import { Anchor, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { postToAuth } from '../../lib/auth-client.ts';
import { AuthForm } from '../../shared/auth-form.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { PasskeyButton } from './passkey-button.tsx';

type Kind = 'app' | 'recovery';

const TEXTS = {
  app: {
    text: 'Open your authenticator app and enter the code it shows.',
    label: 'Code',
    path: '/two-factor/verify-totp',
    other: 'Use a recovery code',
  },
  recovery: {
    text: 'Enter one of the recovery codes you kept. Each of them works once.',
    label: 'Recovery code',
    path: '/two-factor/verify-backup-code',
    other: 'Use the authenticator app',
  },
};

type SecondStepFormProps = {
  /** Leaves the page. Rejects when the new session cannot be loaded; the form shows the failure. */
  onEntered: () => Promise<void>;
  onBack: () => void;
};

/** The step after the password: a code of the authenticator app, or a recovery code. */
export function SecondStepForm({ onEntered, onBack }: SecondStepFormProps) {
  const [kind, setKind] = useState<Kind>('app');
  const [code, setCode] = useState('');
  const [trustDevice, setTrustDevice] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const texts = TEXTS[kind];

  async function verify() {
    try {
      await postToAuth(texts.path, { code: code.replaceAll(/\s/g, ''), trustDevice });
      await onEntered();
    } catch (error) {
      setCode('');
      throw error;
    }
  }

  function change() {
    setKind(kind === 'app' ? 'recovery' : 'app');
    setCode('');
  }

  return (
    <Stack gap="md">
      <AuthForm
        key={kind}
        submitLabel="Continue"
        send={verify}
        footer={
          <Group justify="space-between">
            <Anchor component="button" type="button" size="sm" onClick={change}>
              {texts.other}
            </Anchor>
            <Anchor component="button" type="button" size="sm" onClick={onBack}>
              Back to Sign In
            </Anchor>
          </Group>
        }
      >
        <Text>{texts.text}</Text>
        <TextInput
          label={texts.label}
          name="code"
          required
          data-autofocus
          autoFocus
          autoComplete="one-time-code"
          inputMode={kind === 'app' ? 'numeric' : 'text'}
          maxLength={20}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Checkbox
          label="Trust this device for 30 days"
          description="You'll only need your password here. Don't use this on a shared device."
          checked={trustDevice}
          onChange={(event) => setTrustDevice(event.currentTarget.checked)}
        />
      </AuthForm>
      <ProblemAlert error={problem} />
      <PasskeyButton onEntered={onEntered} onFailed={setProblem} />
    </Stack>
  );
}
