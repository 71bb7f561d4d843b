import { Anchor, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ProblemAlert } from '../../components/problem-alert.tsx';
import { AuthRefusal, postToAuth, UNEXPECTED } from '../../lib/auth-client.ts';

type Kind = 'app' | 'recovery';

const WORDS = {
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
  /** Takes the person on. Rejects when the new session cannot be read, which is then shown here. */
  onEntered: () => Promise<void>;
  onBack: () => void;
};

/** After the password: the code of the authenticator app, or one that was kept for the day the phone is gone. */
export function SecondStepForm({ onEntered, onBack }: SecondStepFormProps) {
  const [kind, setKind] = useState<Kind>('app');
  const [code, setCode] = useState('');
  const [trustDevice, setTrustDevice] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const words = WORDS[kind];

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      await postToAuth(words.path, { code: code.replaceAll(/\s/g, ''), trustDevice });
      await onEntered();
    } catch (error) {
      setCode('');
      setProblem(error instanceof AuthRefusal ? error.message : UNEXPECTED);
    } finally {
      setBusy(false);
    }
  }

  function change() {
    setKind(kind === 'app' ? 'recovery' : 'app');
    setCode('');
    setProblem(null);
  }

  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <Text>{words.text}</Text>
        <ProblemAlert text={problem} />
        <TextInput
          key={kind}
          label={words.label}
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
          description="You will be asked for the password alone. Not for devices that others use."
          checked={trustDevice}
          onChange={(event) => setTrustDevice(event.currentTarget.checked)}
        />
        <Button type="submit" size="md" disabled={busy}>
          {busy ? 'Please wait...' : 'Continue'}
        </Button>
        <Group justify="space-between">
          <Anchor component="button" type="button" size="sm" onClick={change}>
            {words.other}
          </Anchor>
          <Anchor component="button" type="button" size="sm" onClick={onBack}>
            Back to Sign In
          </Anchor>
        </Group>
      </Stack>
    </form>
  );
}
